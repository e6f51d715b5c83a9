//! `aclnnSmoothL1LossBackward`: the gradient of `aclnnSmoothL1Loss`. Source: ops-nn, `loss/smooth_l1_loss_grad_v2`.

use crate::contract::PairBackward;
use crate::ops::losses::SMOOTH_L1_BACKWARD;
use crate::prelude::*;
use crate::tensor::Value;

/// Computes `gradOut (self - target) / beta`, the quotient between -1 and 1, divided by the number of elements if `reduction` is 1. The inputs broadcast.
#[aclnn]
fn aclnnSmoothL1LossBackward(
    grad_out: Input,
    self_: Input,
    target: Input,
    reduction: i64,
    beta: f32,
    grad_input: Output,
) -> Planned {
    let backward = PairBackward::new(&grad_out, &self_, &target, &grad_input);
    backward.all_in(SHORT_FLOATING)?;
    backward.up_to_rank_8()?;
    let how = contract::combination(reduction, 2)?;
    contract::losses::not_below_0("beta", beta)?;
    let compute = backward.computes_in(SHORT_FLOATING)?;
    grad_input.takes(compute)?;
    let shape = backward.shape()?;
    let parameters = [Value::new(f64::from(beta)), how.factor(&shape)];
    backward.plan(&SMOOTH_L1_BACKWARD, compute, &parameters)
}
