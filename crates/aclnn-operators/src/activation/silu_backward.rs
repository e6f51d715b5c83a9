//! `aclnnSiluBackward`: the gradient of `aclnnSilu`. Source: ops-nn, `activation/silu_grad`.

use crate::contract::Gradient;
use crate::ops::gradients::SWISH_BACKWARD;
use crate::prelude::*;
use crate::tensor::Value;

/// Computes `gradOutput` times the derivative of `x / (1 + e^-x)`. All have one type and shape; on Ascend950 the inputs may broadcast, and have two types if `gradInput` is FLOAT.
#[aclnn]
fn aclnnSiluBackward(grad_output: Input, self_: Input, grad_input: Output) -> Planned {
    let gradient = Gradient::new(&grad_output, &self_, &grad_input)
        .inputs_in(SHORT_FLOATING)?
        .output_in(SHORT_FLOATING)?;
    let mixed = contract::on_950() && grad_output.dtype()? != self_.dtype()?;
    match mixed {
        true => grad_input.dtype_is(F32)?,
        false => grad_input.same_dtype(gradient.inputs_of_one_type()?.inputs())?,
    }
    let gradient = match contract::on_950() {
        true => gradient.broadcast()?,
        false => gradient.up_to_rank_8()?.of_one_shape()?,
    };
    gradient.plan_in(grad_input.dtype()?, &SWISH_BACKWARD, &[Value::new(1.0)])
}
