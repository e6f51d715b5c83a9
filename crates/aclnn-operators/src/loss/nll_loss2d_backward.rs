//! `aclnnNLLLoss2dBackward`: the gradient of `aclnnNLLLoss2d`. Source: ops-nn, `loss/nll_loss_grad`.

use crate::contract::classes::Likelihood;
use crate::prelude::*;

/// Writes `-weight[target] gradOutput` where the target's class is, divided by `totalWeight` if `reduction` is 1, and else 0. A target of `ignoreIndex` counts
/// nothing; another one that is no class fails the task.
#[aclnn]
fn aclnnNLLLoss2dBackward(
    grad_output: Input,
    self_: Input,
    target: Input,
    weight: Input,
    reduction: i64,
    ignore_index: i64,
    total_weight: MutInput,
    out: Output,
) -> Planned {
    let of = Likelihood::new(&self_, &target, &weight, true);
    of.backward(&grad_output, reduction, ignore_index, &total_weight, &out)
}
