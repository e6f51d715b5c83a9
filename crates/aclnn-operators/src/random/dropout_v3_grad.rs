//! `aclnnDropoutV3Grad`: the gradient of dropout. Source: ops-math, `random/drop_out_v3_grad`.

use crate::contract::random::mask_fits;
use crate::ops::draws::kept;
use crate::prelude::*;

/// Computes `gradY * scale` where the bit of `mask` is 1, else 0. Ascend950 only.
#[aclnn]
fn aclnnDropoutV3Grad(grad_y: Input, mask: Input, scale: f64, grad_x: Output) -> Planned {
    grad_x.takes(grad_y.dtype()?)?;
    grad_y.dtype_in(SHORT_ON_950)?;
    mask.dtype_is(U8)?;
    grad_y.max_rank(8)?;
    grad_x.same_shape(&grad_y)?;
    mask_fits(&mask, grad_y.numel())?;
    let scale = f64::from(scale as f32);
    Ok(kept(grad_y.read()?, mask.read()?, scale, grad_x.write()?)?)
}
