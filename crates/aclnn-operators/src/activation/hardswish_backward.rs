//! `aclnnHardswishBackward`: the gradient of `aclnnHardswish`, with the line of between -3 and 3. Source: ops-nn, `activation/hard_swish_grad`.

use crate::contract::Gradient;
use crate::ops::gradients::HARD_SWISH_BACKWARD;
use crate::prelude::*;
use crate::tensor::Value;

/// Computes `gradOutput (x / 3 + 1/2)` between -3 and 3 and at them, 0 below, `gradOutput` above and for NaN, rounded once. All have one type and shape.
#[aclnn]
fn aclnnHardswishBackward(grad_output: Input, self_: Input, out: Output) -> Planned {
    Gradient::new(&grad_output, &self_, &out)
        .inputs_in(SHORT_FLOATING)?
        .of_one_type()?
        .up_to_rank_8()?
        .of_one_shape()?
        .plan(&HARD_SWISH_BACKWARD, &[Value::new(1.0_f32)])
}
