//! `aclnnSwish`: elements times the logistic function of a multiple of them. Source: ops-nn, `activation/swish`.

use crate::ops::gradients::SWISH;
use crate::prelude::*;

/// Computes `x / (1 + e^(-beta x))` of each element; `betaOptional` may be null, which is 1. With 0 it is half of the element. `out` has the type of `self`.
#[aclnn]
fn aclnnSwish(self_: Input, beta_optional: Option<Scalar>, out: Output) -> Planned {
    self_.dtype_in(SHORT_FLOATING)?;
    out.dtype_in(SHORT_FLOATING)?;
    out.same_dtype(&self_)?;
    let beta = contract::beta_or_1(beta_optional.as_ref())?;
    contract::up_to_rank_8(&[&self_, &out])?;
    out.same_shape(&self_)?;
    contract::with_one(&SWISH, &[beta], &self_, &out)
}
