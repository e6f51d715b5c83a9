//! `aclnnLogSigmoidBackward`: the gradient of `aclnnLogSigmoid`. Source: ops-nn, `activation/logsigmoid_grad`.

use crate::contract::Gradient;
use crate::ops::gradients::GATE;
use crate::prelude::*;
use crate::tensor::Value;

/// Computes `gradOutput / (1 + e^x)`. All have one type and shape. `buffer` is not looked at.
#[aclnn]
fn aclnnLogSigmoidBackward(
    grad_output: Input,
    self_: Input,
    buffer: Input,
    grad_input: Output,
) -> Planned {
    let _ = buffer;
    Gradient::new(&grad_output, &self_, &grad_input)
        .inputs_in(SHORT_FLOATING)?
        .of_one_type()?
        .of_one_shape()?
        .plan(&GATE, &[-1.0, f64::INFINITY].map(Value::new))
}
