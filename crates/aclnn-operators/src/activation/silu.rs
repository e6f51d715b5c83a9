//! `aclnnSilu`: elements times the logistic function of them. Source: ops-nn, `activation/swish`.

use crate::ops::activations::SILU;
use crate::prelude::*;

/// Computes `x / (1 + e^-x)` of each element. `out` has the type of `self`.
#[aclnn]
fn aclnnSilu(self_: Input, out: Output) -> Planned {
    self_.dtype_in(SHORT_FLOATING)?;
    out.dtype_in(SHORT_FLOATING)?;
    out.same_dtype(&self_)?;
    out.same_shape(&self_)?;
    Place::Between(&self_, &out).unary(&SILU, self_.dtype()?, &[])
}
