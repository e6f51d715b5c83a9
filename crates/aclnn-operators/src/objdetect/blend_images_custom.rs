//! `aclnnBlendImagesCustom`: a picture that is partly transparent in front of another one. Source: ops-cv, `objdetect/blend_images_custom`.

use crate::contract::pictures::{is_picture, parts_of};
use crate::device::soc::Generation;
use crate::ops::objdetect::blending::blended;
use crate::prelude::*;

/// Writes `rgb * alpha / 255 + frame * (1 - alpha / 255)`, rounded to nearest. `rgb`, `frame` and `out` are (rows, columns, 3), `alpha` is (rows, columns, 1), or all of them without rows; UINT8. On Ascend310P.
#[aclnn]
fn aclnnBlendImagesCustom(rgb: Input, alpha: Input, frame: Input, out: ConstOutput) -> Planned {
    contract::needs_chip(&[Generation::Other])?;
    for tensor in [&*rgb, &*alpha, &*frame, &*out] {
        tensor.dtype_is(U8)?;
        tensor.format_nd()?;
    }
    is_picture(&rgb, &[3])?;
    parts_of(&alpha, &rgb)?;
    frame.same_shape(&rgb)?;
    out.same_shape(&rgb)?;
    Ok(blended(
        rgb.read()?,
        alpha.read()?,
        frame.read()?,
        out.write()?,
    )?)
}
