//! `aclnnTanhBackward`: the gradient of `aclnnTanh`. Source: ops-math, `math/tanh_grad`.

use crate::contract::Gradient;
use crate::ops::gradients::TANH_BACKWARD;
use crate::prelude::*;

/// Computes `gradOutput (1 - y^2)` of the result y of the hyperbolic tangent, broadcast. All have one type.
#[aclnn]
fn aclnnTanhBackward(grad_output: Input, output: Input, grad_input: Output) -> Planned {
    Gradient::new(&grad_output, &output, &grad_input)
        .inputs_in(FLOATING)?
        .of_one_type()?
        .broadcast()?
        .plan(&TANH_BACKWARD, &[])
}
