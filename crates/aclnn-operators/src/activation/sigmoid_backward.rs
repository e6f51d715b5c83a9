//! `aclnnSigmoidBackward`: the gradient of `aclnnSigmoid`. Source: ops-nn, `activation/sigmoid_grad`.

use crate::contract::Gradient;
use crate::ops::gradients::SIGMOID_BACKWARD;
use crate::prelude::*;

/// Computes `gradOutput y (1 - y)` of the result y of the logistic function, of complex numbers the conjugate of the derivative; broadcast, in the type that both promote to.
#[aclnn]
fn aclnnSigmoidBackward(grad_output: Input, output: Input, grad_input: Output) -> Planned {
    grad_output.dtype_in(FLOATING.or(COMPLEX))?;
    output.dtype_in(FLOATING_EVERYWHERE.or(COMPLEX))?;
    grad_input.dtype_in(FLOATING_EVERYWHERE.or(COMPLEX))?;
    Gradient::new(&grad_output, &output, &grad_input)
        .castable()?
        .broadcast()?
        .plan(&SIGMOID_BACKWARD, &[])
}
