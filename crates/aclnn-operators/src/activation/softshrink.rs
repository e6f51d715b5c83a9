//! `aclnnSoftshrink`: elements nearer to 0, and 0 for what is near 0. Source: ops-nn, `activation/softshrink`.

use crate::ops::gradients::SHRINK;
use crate::prelude::*;
use crate::tensor::Value;

/// Computes `x - lambd` above `lambd`, `x + lambd` below `-lambd`, 0 between, rounded once. NaN stays. `out` may have another type.
#[aclnn]
fn aclnnSoftshrink(self_: Input, lambd: Scalar, out: Output) -> Planned {
    self_.dtype_in(SHORT_FLOATING)?;
    out.dtype_in(SHORT_FLOATING)?;
    contract::same_shape_to_rank_8(&self_, &out)?;
    let lambda = Value::new(lambd.not_below_0()?);
    Place::Between(&self_, &out).unary(&SHRINK, self_.dtype()?, &[lambda, lambda])
}
