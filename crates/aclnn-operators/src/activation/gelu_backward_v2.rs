//! `aclnnGeluBackwardV2`: the gradient of `aclnnGeluV2`. Source: ops-nn, `activation/gelu_grad_v2`.

use crate::contract::Gradient;
use crate::ops::gradients::{GELU_ERF_BACKWARD, GELU_TANH_BACKWARD};
use crate::prelude::*;

/// Computes `gradOutput` times the derivative of the Gaussian error linear unit, broadcast, in the type that both promote to, which `gradInput` has. `approximate` is "none" or "tanh".
#[aclnn]
fn aclnnGeluBackwardV2(
    grad_output: Input,
    self_: Input,
    approximate: MutText,
    grad_input: Output,
) -> Planned {
    let compute = contract::promoted(&grad_output, &self_)?;
    grad_input.dtype_is(compute)?;
    let gradient = Gradient::new(&grad_output, &self_, &grad_input)
        .meets_in(SHORT_FLOATING)?
        .broadcast_of_any_rank()?;
    let table = match contract::approximate_by_name(&approximate)? {
        true => &GELU_TANH_BACKWARD,
        false => &GELU_ERF_BACKWARD,
    };
    gradient.plan(table, &[])
}
