//! `aclnnDropoutBackward`: the gradient of dropout. Source: ops-math, `random/drop_out_do_mask`.

use crate::contract::random::mask_fits;
use crate::ops::draws::kept;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_FLOATING;

/// Computes `gradOutput * scale` where the bit of `mask` is 1, else 0.
#[aclnn]
fn aclnnDropoutBackward(grad_output: Input, mask: Input, scale: f64, out: Output) -> Planned {
    out.takes(grad_output.dtype()?)?;
    grad_output.dtype_in(TYPES)?;
    mask.dtype_is(U8)?;
    if scale.is_nan() || scale != 0.0 && scale < 1.0 {
        return Err(Error::value("scale", scale, "0, or 1 and more").into());
    }
    grad_output.max_rank(8)?;
    out.same_shape(&grad_output)?;
    mask_fits(&mask, grad_output.numel())?;
    Ok(kept(
        grad_output.read()?,
        mask.read()?,
        scale,
        out.write()?,
    )?)
}
