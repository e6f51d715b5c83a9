//! `aclnnGeGluBackward`, `aclnnGeGluV3Backward`: gradients of `aclnnGeGlu` and `aclnnGeGluV3`. Source: ops-nn, `activation/ge_glu_grad_v2`.

use crate::contract::Halves;
use crate::ops::gated::{GEGLU_ERF_GRAD, GEGLU_TANH_GRAD, Unit};
use crate::prelude::*;

fn gradient(
    [grad_output, self_, gelu]: [&Input; 3],
    (dim, approximate, activate_left): (i64, i64, bool),
    grad_input: &Output,
) -> Planned {
    grad_output.dtype_in(SHORT_FLOATING)?;
    for tensor in [self_ as &TensorArg, gelu, grad_input] {
        tensor.same_dtype(grad_output)?;
    }
    gelu.same_shape(grad_output)?;
    grad_input.same_shape(self_)?;
    let halves = Halves::new(self_, dim)?.are_shaped(&[grad_output])?;
    let table = match contract::approximate(approximate)? {
        true => &GEGLU_TANH_GRAD,
        false => &GEGLU_ERF_GRAD,
    };
    let unit = Unit {
        table,
        compute: self_.dtype()?,
        parameters: &[],
        split: halves.split().in_order(!activate_left),
    };
    let inputs = (grad_output.read()?, self_.read()?);
    let (gelu, out) = (Some(gelu.read()?), grad_input.write()?);
    Ok(unit.gradient(inputs.0, inputs.1, gelu, None, out)?)
}

/// Computes the gradient of `a gelu(b)` by the halves of `self` along `dim`, of the factor with the tensor `gelu`, by the hyperbolic tangent if `approximate` is 1. All have one type.
#[aclnn]
fn aclnnGeGluBackward(
    grad_output: Input,
    self_: Input,
    gelu: Input,
    dim: i64,
    approximate: i64,
    grad_input: Output,
) -> Planned {
    let inputs = [&grad_output, &self_, &gelu];
    gradient(inputs, (dim, approximate, false), &grad_input)
}

/// Computes what `aclnnGeGluBackward` does, or the gradient of `gelu(a) b` if `activateLeft` is true.
#[aclnn]
fn aclnnGeGluV3Backward(
    grad_output: Input,
    self_: Input,
    gelu: Input,
    dim: i64,
    approximate: i64,
    activate_left: bool,
    grad_input: Output,
) -> Planned {
    let inputs = [&grad_output, &self_, &gelu];
    gradient(inputs, (dim, approximate, activate_left), &grad_input)
}
