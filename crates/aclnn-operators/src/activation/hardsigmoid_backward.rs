//! `aclnnHardsigmoidBackward`: the gradient of `aclnnHardsigmoid`. Source: ops-nn, `activation/hard_sigmoid_grad`.

use crate::contract::Gradient;
use crate::ops::gradients::HARD_SIGMOID_BACKWARD;
use crate::prelude::*;

/// Computes `gradOutput / 6` where the element is between -3 and 3, else 0, in the type that both promote to, rounded once. All have one shape.
#[aclnn]
fn aclnnHardsigmoidBackward(grad_output: Input, self_: Input, out: Output) -> Planned {
    Gradient::new(&grad_output, &self_, &out)
        .inputs_in(SHORT_FLOATING)?
        .castable()?
        .up_to_rank_8()?
        .of_one_shape()?
        .plan(&HARD_SIGMOID_BACKWARD, &[])
}
