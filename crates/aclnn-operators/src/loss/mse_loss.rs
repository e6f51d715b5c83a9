//! `aclnnMseLoss`: squared distances. Source: ops-nn, `loss/mse_loss`.

use crate::contract::PairLoss;
use crate::ops::losses::MSE;
use crate::prelude::*;

/// Computes `(self - target)²`, each, or the mean or the sum by `reduction` 1 or 2, rounded once. Of nothing a mean is NaN, a sum 0.
#[aclnn]
fn aclnnMseLoss(self_: Input, target: Input, reduction: i64, out: Output) -> Planned {
    let loss = PairLoss::new(&self_, &target, &out);
    loss.all_in(SHORT_FLOATING)?;
    let how = contract::combination(reduction, 2)?;
    loss.up_to_rank_8()?;
    let shape = loss.shape_or_number(how)?;
    loss.plan(&MSE, &[], how, &shape)
}
