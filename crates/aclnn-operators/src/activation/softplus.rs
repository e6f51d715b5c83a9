//! `aclnnSoftplus`: a smooth `max(x, 0)`. Source: ops-nn, `activation/softplus_v2`.

use crate::ops::gradients::SOFTPLUS_ABOVE;
use crate::prelude::*;

/// Computes `ln(1 + e^(beta x)) / beta` of each element, or the element where `beta x` is above `threshold`. `out` has any type that the result can be cast to.
#[aclnn]
fn aclnnSoftplus(self_: Input, beta: Scalar, threshold: Scalar, out: Output) -> Planned {
    self_.dtype_in(SHORT_FLOATING)?;
    let dtype = self_.dtype()?;
    beta.casts_to(dtype)?;
    threshold.casts_to(dtype)?;
    out.takes(dtype)?;
    self_.max_rank(8)?;
    out.same_shape(&self_)?;
    let parameters = [beta.in_type(F32)?, threshold.in_type(F32)?];
    Place::Between(&self_, &out).unary(&SOFTPLUS_ABOVE, dtype, &parameters)
}
