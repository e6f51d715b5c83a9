//! `aclnnBackgroundReplace`: a picture in front of another one. Source: ops-cv, `objdetect/background_replace`.

use crate::contract::pictures::{is_picture, parts_of};
use crate::device::soc::Generation;
use crate::ops::objdetect::blending::replaced;
use crate::prelude::*;

/// Writes `bkg * (1 - mask) + src * mask`. Pictures are (rows, columns, channels) or (pixels, channels) of 1 or 3 channels, UINT8 or FLOAT16, all alike; `mask` is FLOAT16, of 1 channel. Those of 1 channel may be (rows, columns), with their mask. Computed in DOUBLE and rounded once; bytes to
/// nearest, half to even, within 0 to 255, NaN as 0. On Ascend310P.
#[aclnn]
fn aclnnBackgroundReplace(bkg: Input, src: Input, mask: Input, out: ConstOutput) -> Planned {
    contract::needs_chip(&[Generation::Other])?;
    bkg.dtype_in(on_all(&[U8, F16]))?;
    src.same_dtype(&bkg)?;
    mask.dtype_is(F16)?;
    out.same_dtype(&bkg)?;
    for tensor in [&*bkg, &*src, &*mask, &*out] {
        tensor.format_nd()?;
    }
    // Without an axis of channels there is one: (rows, columns), as `mask`.
    if bkg.rank() != 2 || mask.shape() != bkg.shape() {
        is_picture(&bkg, &[1, 3])?;
        parts_of(&mask, &bkg)?;
    }
    src.same_shape(&bkg)?;
    out.same_shape(&bkg)?;
    Ok(replaced(
        bkg.read()?,
        src.read()?,
        mask.read()?,
        out.write()?,
    )?)
}
