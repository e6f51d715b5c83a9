//! `aclnnGeluBackward`: the gradient of `aclnnGelu`. Source: ops-nn, `activation/gelu_grad`.

use crate::contract::Gradient;
use crate::ops::gradients::GELU_TANH_BACKWARD;
use crate::prelude::*;

/// Computes `gradOutput` times the derivative of the unit that `aclnnGelu` computes, broadcast, in the type that both promote to; it is 0 at minus infinity. `gradInput` may have any type.
#[aclnn]
fn aclnnGeluBackward(grad_output: Input, self_: Input, grad_input: ConstOutput) -> Planned {
    Gradient::new(&grad_output, &self_, &grad_input)
        .meets_in(SHORT_FLOATING)?
        .broadcast()?
        .output_in(contract::STORED)?
        .plan(&GELU_TANH_BACKWARD, &[])
}
