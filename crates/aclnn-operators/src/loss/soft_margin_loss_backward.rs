//! `aclnnSoftMarginLossBackward`: the gradient of `aclnnSoftMarginLoss`. Source: ops-nn, `loss/soft_margin_loss_grad`.

use crate::contract::PairBackward;
use crate::ops::losses::SOFT_MARGIN_BACKWARD;
use crate::prelude::*;

/// Computes `-target gradOutput / (1 + exp(target self))`, divided by the number of elements if `reduction` is 1. The inputs broadcast.
#[aclnn]
fn aclnnSoftMarginLossBackward(
    grad_output: Input,
    self_: Input,
    target: Input,
    reduction: i64,
    out: Output,
) -> Planned {
    let backward = PairBackward::new(&grad_output, &self_, &target, &out);
    backward.all_in(SHORT_FLOATING)?;
    backward.up_to_rank_8()?;
    let shape = backward.shape()?;
    let how = contract::combination(reduction, 2)?;
    let compute = backward.computes_in(SHORT_FLOATING)?;
    backward.plan(&SOFT_MARGIN_BACKWARD, compute, &[how.factor(&shape)])
}
