//! `aclnnMishBackward`: the gradient of `aclnnMish`. Source: ops-nn, `activation/mish_grad`.

use crate::contract::Gradient;
use crate::ops::gradients::MISH_BACKWARD;
use crate::prelude::*;

/// Computes `gradOutput` times the derivative of `x tanh(ln(1 + e^x))`, broadcast, in the type that both promote to.
#[aclnn]
fn aclnnMishBackward(grad_output: Input, self_: Input, grad_input: Output) -> Planned {
    Gradient::new(&grad_output, &self_, &grad_input)
        .inputs_in(SHORT_FLOATING)?
        .output_in(SHORT_FLOATING)?
        .broadcast()?
        .plan(&MISH_BACKWARD, &[])
}
