//! `aclnnMrgbaCustom`: a picture times its opacity. Source: ops-cv, `objdetect/mrgba_custom`.

use crate::contract::pictures::{is_picture, parts_of};
use crate::device::soc::Generation;
use crate::ops::objdetect::blending::faded;
use crate::prelude::*;

/// Writes `rgb * alpha / 255`, rounded down. `rgb` and `out` are (rows, columns, 3), `alpha` is (rows, columns, 1), or all of them without rows; UINT8. On Ascend310P.
#[aclnn]
fn aclnnMrgbaCustom(rgb: Input, alpha: Input, out: ConstOutput) -> Planned {
    contract::needs_chip(&[Generation::Other])?;
    for tensor in [&*rgb, &*alpha, &*out] {
        tensor.dtype_is(U8)?;
        tensor.format_nd()?;
    }
    is_picture(&rgb, &[3])?;
    parts_of(&alpha, &rgb)?;
    out.same_shape(&rgb)?;
    Ok(faded(rgb.read()?, alpha.read()?, out.write()?)?)
}
