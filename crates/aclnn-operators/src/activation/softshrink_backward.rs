//! `aclnnSoftshrinkBackward`: the gradient of `aclnnSoftshrink`. Source: ops-nn, `activation/soft_shrink_grad`.

use crate::contract::Gradient;
use crate::ops::gradients::ZERO_INSIDE;
use crate::prelude::*;

/// Computes `gradOutput`, or 0 where the size of the element is at most `lambda`. Broadcast; `gradInput` has the type of both, FLOAT if they differ.
#[aclnn]
fn aclnnSoftshrinkBackward(
    grad_output: Input,
    self_: Input,
    lambda: Scalar,
    grad_input: Output,
) -> Planned {
    let gradient = Gradient::new(&grad_output, &self_, &grad_input)
        .inputs_in(SHORT_FLOATING)?
        .output_in(SHORT_FLOATING)?
        .broadcast()?;
    let bounds = contract::around_0(lambda.not_below_0()?);
    grad_input.dtype_is(contract::promoted(&grad_output, &self_)?)?;
    gradient.plan(&ZERO_INSIDE, &bounds)
}
