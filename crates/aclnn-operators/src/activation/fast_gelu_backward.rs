//! `aclnnFastGeluBackward`: the gradient of `aclnnFastGelu`; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-nn, `activation/fast_gelu_grad`.

use crate::contract::Gradient;
use crate::ops::gradients::{FAST_GELU, SWISH_BACKWARD};
use crate::prelude::*;
use crate::tensor::Value;

/// Computes `gradOutput` times the derivative of `x / (1 + e^(-1.702 x))`. All have one type and shape.
#[aclnn]
fn aclnnFastGeluBackward(grad_output: Input, self_: Input, grad_input: Output) -> Planned {
    Gradient::new(&grad_output, &self_, &grad_input)
        .of_one_type()?
        .inputs_in(SHORT_SINCE_910B)?
        .of_one_shape()?
        .up_to_rank_8()?
        .of_one_format()?
        .plan(&SWISH_BACKWARD, &[Value::new(FAST_GELU)])
}
