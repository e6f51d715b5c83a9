//! `aclnnHardshrinkBackward`: the gradient of `aclnnHardshrink`. Source: ops-nn, `activation/hard_shrink_grad`.

use crate::contract::Gradient;
use crate::ops::gradients::ZERO_INSIDE;
use crate::prelude::*;

/// Computes `gradOutput`, or 0 where the size of the element is at most `lambd`; one below 0 counts as 0. Broadcast, in the type that both promote to.
#[aclnn]
fn aclnnHardshrinkBackward(
    grad_output: Input,
    self_: Input,
    lambd: Scalar,
    grad_input: Output,
) -> Planned {
    let gradient = Gradient::new(&grad_output, &self_, &grad_input)
        .inputs_in(SHORT_FLOATING)?
        .output_in(SHORT_FLOATING)?
        .up_to_rank_8()?;
    if grad_output.is_empty() || self_.is_empty() {
        return Place::Between(&grad_output, &grad_input).nothing([self_.read()?]);
    }
    let bounds = contract::around_0(lambd.to_f32()?);
    gradient.broadcast()?.plan(&ZERO_INSIDE, &bounds)
}
