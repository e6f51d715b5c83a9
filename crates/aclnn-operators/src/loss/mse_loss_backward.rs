//! `aclnnMseLossBackward`: the gradient of `aclnnMseLoss`. Source: ops-nn, `loss/mse_loss_grad_v2`.

use crate::contract::PairBackward;
use crate::ops::losses::MSE_BACKWARD;
use crate::prelude::*;

/// Computes `2 (self - target) gradOutput`, divided by the number of elements if `reduction` is 1. The inputs have one type, and broadcast.
#[aclnn]
fn aclnnMseLossBackward(
    grad_output: Input,
    self_: Input,
    target: Input,
    reduction: i64,
    out: Output,
) -> Planned {
    let backward = PairBackward::new(&grad_output, &self_, &target, &out);
    grad_output.same_dtype(&self_)?;
    target.same_dtype(&self_)?;
    self_.dtype_in(SHORT_FLOATING)?;
    out.dtype_in(SHORT_FLOATING)?;
    let how = contract::combination(reduction, 2)?;
    backward.inputs_up_to_rank_8()?;
    let shape = backward.shape()?;
    backward.plan(&MSE_BACKWARD, self_.dtype()?, &[how.factor(&shape)])
}
