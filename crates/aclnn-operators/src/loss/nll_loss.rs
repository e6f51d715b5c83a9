//! `aclnnNLLLoss`: the negative logarithmic likelihood of classes. Source: ops-nn, `loss/nll_loss`.

use crate::contract::classes::Likelihood;
use crate::prelude::*;

/// Computes `-weight[target] self[target]` of each row, or the sum of these, and if `reduction` is 1 that divided by `totalWeightOut`, the sum of the weights. A target of `ignoreIndex` counts
/// nothing; another one that is no class fails the task. Of nothing a mean is NaN, a sum 0; `totalWeightOut` is not written where losses are not added.
#[aclnn]
fn aclnnNLLLoss(
    self_: Input,
    target: Input,
    weight: Input,
    reduction: i64,
    ignore_index: i64,
    out: Output,
    total_weight_out: Output,
) -> Planned {
    let of = Likelihood::new(&self_, &target, &weight, false);
    of.loss(reduction, ignore_index, [&out, &total_weight_out])
}
