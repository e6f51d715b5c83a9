//! `aclnnSoftplusBackward`: the gradient of `aclnnSoftplus`. Source: ops-nn, `activation/softplus_v2_grad`.

use crate::contract::Gradient;
use crate::ops::gradients::GATE;
use crate::prelude::*;

/// Computes `gradOutput / (1 + e^(-beta x))`, or `gradOutput` where `beta x` is above `threshold`. All have one shape; inputs of two types, and integers, are computed in FLOAT.
#[aclnn]
fn aclnnSoftplusBackward(
    grad_output: Input,
    self_: Input,
    beta: Scalar,
    threshold: Scalar,
    grad_input: Output,
) -> Planned {
    grad_output.dtype_in(FLOATING)?;
    self_.dtype_in(FLOATING.or(INTEGERS))?;
    grad_input.dtype_in(FLOATING)?;
    let compute = match grad_output.dtype()? {
        dtype if dtype == self_.dtype()? => dtype,
        _ => F32,
    };
    let parameters = [beta.in_type(F32)?, threshold.in_type(F32)?];
    Gradient::new(&grad_output, &self_, &grad_input)
        .up_to_rank_8()?
        .of_one_shape()?
        .plan_in(compute, &GATE, &parameters)
}
