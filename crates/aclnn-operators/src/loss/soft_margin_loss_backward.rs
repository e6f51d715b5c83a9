//! `aclnnSoftMarginLossBackward`: the gradient of `aclnnSoftMarginLoss`. Source: ops-nn, `loss/soft_margin_loss_grad`.

use crate::contract::PairSlope;
use crate::ops::losses::SOFT_MARGIN_SLOPE;
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
    let slope = PairSlope::new(&grad_output, &self_, &target, &out);
    slope.all_in(SHORT_FLOATING)?;
    slope.up_to_rank_8()?;
    let shape = slope.shape()?;
    let how = contract::combination(reduction, 2)?;
    let compute = slope.computes_in(SHORT_FLOATING)?;
    slope.plan(&SOFT_MARGIN_SLOPE, compute, &[how.factor(&shape)])
}
