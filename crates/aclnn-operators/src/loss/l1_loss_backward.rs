//! `aclnnL1LossBackward`: the gradient of `aclnnL1Loss`. Source: ops-nn, `loss/l1_loss_grad`.

use crate::contract::PairBackward;
use crate::ops::losses::L1_BACKWARD;
use crate::prelude::*;

/// Computes `gradOutput` with the sign of `self - target`, and 0 where both are equal, divided by the number of elements if `reduction` is 1. The inputs
/// broadcast.
#[aclnn]
fn aclnnL1LossBackward(
    grad_output: Input,
    self_: Input,
    target: Input,
    reduction: i64,
    grad_input: Output,
) -> Planned {
    let backward = PairBackward::new(&grad_output, &self_, &target, &grad_input);
    let how = contract::combination(reduction, 2)?;
    let compute = backward.computes_in(SHORT_FLOATING)?;
    grad_input.takes(compute)?;
    backward.up_to_rank_8()?;
    let shape = backward.shape()?;
    backward.plan(&L1_BACKWARD, compute, &[how.factor(&shape)])
}
