//! `aclnnLeakyReluBackward`: the gradient of `aclnnLeakyRelu`. Source: ops-nn, `activation/leaky_relu_grad`.

use crate::contract::Gradient;
use crate::ops::gradients::LEAKY_RELU_BACKWARD;
use crate::prelude::*;

/// Computes `gradOutput`, or `negativeSlope` times it where the element is not above 0; broadcast, in the type that both promote to. A slope below 0 is refused if `selfIsResult` is true.
#[aclnn]
fn aclnnLeakyReluBackward(
    grad_output: Input,
    self_: Input,
    negative_slope: Scalar,
    self_is_result: bool,
    out: Output,
) -> Planned {
    let gradient = Gradient::new(&grad_output, &self_, &out).inputs_in(FLOATING)?;
    negative_slope.dtype_in(FLOATING.or(INTEGERS))?;
    let gradient = gradient.broadcast()?;
    if self_is_result {
        negative_slope.not_below_0()?;
    }
    gradient
        .castable()?
        .plan(&LEAKY_RELU_BACKWARD, &[negative_slope.in_type(F32)?])
}
