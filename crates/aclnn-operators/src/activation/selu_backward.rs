//! `aclnnSeluBackward`: the gradient of `aclnnSelu`. Source: ops-nn, `activation/selu_grad`.

use crate::contract::Gradient;
use crate::ops::gradients::ELU_BACKWARD_OF_RESULT;
use crate::prelude::*;
use crate::tensor::Value;

/// Factor, offset and scale.
const SELU: [f64; 3] = [1.0, 1.758_099_340_847_376_6, 1.050_700_987_355_480_5];

/// Computes `gradOutput` times the derivative of the scaled exponential linear unit by its result. Integers are rounded to the nearest one. All have one type and shape.
#[aclnn]
fn aclnnSeluBackward(grad_output: Input, result: Input, grad_input: Output) -> Planned {
    Gradient::new(&grad_output, &result, &grad_input)
        .of_one_type()?
        .inputs_in(on_910(&[F32, F16, I32, I8]).and_910b(&[Bf16]))?
        .of_one_shape()?
        .plan(&ELU_BACKWARD_OF_RESULT, &SELU.map(Value::new))
}
