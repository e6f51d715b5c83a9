//! `aclnnGelu`: the Gaussian error linear unit, approximated by the hyperbolic tangent. Source: ops-nn, `activation/gelu`.

use crate::ops::activations::GELU_BY_TANH;
use crate::prelude::*;

/// Computes `x / 2 (1 + tanh(sqrt(2/π) (x + 0.044715 x³)))` of each element. `out` has the type of `self`.
#[aclnn]
fn aclnnGelu(self_: Input, out: Output) -> Planned {
    self_.dtype_in(SHORT_FLOATING)?;
    out.same_dtype(&self_)?;
    contract::none_private(&[&self_, &out])?;
    self_.max_rank(8)?;
    out.same_shape(&self_)?;
    Place::Between(&self_, &out).unary(&GELU_BY_TANH, self_.dtype()?, &[])
}
