//! `aclnnEluBackward`: the gradient of `aclnnElu`. Source: ops-nn, `activation/elu_grad_v2`.

use crate::contract::Gradient;
use crate::ops::gradients::{ELU_BACKWARD, ELU_BACKWARD_OF_RESULT};
use crate::prelude::*;
use crate::tensor::Value;

/// Computes the gradient of the exponential linear unit by what it was computed of, or by its result if `isResult` is true; `alpha` is then not below 0. `gradInput` has any type that the
/// result can be cast to.
#[aclnn]
fn aclnnEluBackward(
    grad_output: Input,
    alpha: Scalar,
    scale: Scalar,
    input_scale: Scalar,
    is_result: bool,
    self_or_result: Input,
    grad_input: Output,
) -> Planned {
    let gradient = Gradient::new(&grad_output, &self_or_result, &grad_input)
        .inputs_of_one_type()?
        .inputs_in(SHORT_FLOATING)?;
    let mut numbers = [0.0; 3];
    for (number, scalar) in numbers.iter_mut().zip([&alpha, &scale, &input_scale]) {
        scalar.casts_to(F32)?;
        *number = f64::from(scalar.to_f32()?);
    }
    let gradient = gradient.castable()?.of_one_shape()?.up_to_rank_8()?;
    if !is_result {
        return gradient.plan(&ELU_BACKWARD, &numbers.map(Value::new));
    }
    alpha.not_below_0()?;
    let [alpha, scale, input_scale] = numbers;
    let parameters = [input_scale, alpha * scale, scale];
    gradient.plan(&ELU_BACKWARD_OF_RESULT, &parameters.map(Value::new))
}
