//! `aclnnSwishBackward`: the gradient of `aclnnSwish`. Source: ops-nn, `activation/swish_grad`.

use crate::contract::Gradient;
use crate::ops::gradients::SWISH_BACKWARD;
use crate::prelude::*;

/// Computes `gradOutput` times the derivative of `x / (1 + e^(-beta x))`; `betaOptional` may be null, which is 1. All have one type and shape.
#[aclnn]
fn aclnnSwishBackward(
    grad_output: Input,
    self_: Input,
    beta_optional: Option<Scalar>,
    grad_input: Output,
) -> Planned {
    let gradient = Gradient::new(&grad_output, &self_, &grad_input).inputs_in(SHORT_FLOATING)?;
    let beta = contract::beta_or_1(beta_optional.as_ref())?;
    gradient
        .of_one_type()?
        .up_to_rank_8()?
        .of_one_shape()?
        .plan(&SWISH_BACKWARD, &[beta])
}
