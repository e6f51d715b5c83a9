//! `aclnnSoftMarginLoss`: the logistic loss of targets 1 and -1. Source: ops-nn, `loss/soft_margin_loss`.

use crate::contract::PairLoss;
use crate::ops::losses::{Combination, SOFT_MARGIN};
use crate::prelude::*;

/// Computes `ln(1 + exp(-target self))`, each if `reduction` is 0, the mean if it is 1, and else the sum, rounded once. Of nothing a mean is NaN, a sum 0.
#[aclnn]
fn aclnnSoftMarginLoss(self_: Input, target: Input, reduction: i64, out: Output) -> Planned {
    let loss = PairLoss::new(&self_, &target, &out);
    loss.all_in(SHORT_FLOATING)?;
    loss.up_to_rank_8()?;
    let how = contract::combination(reduction, 2).unwrap_or(Combination::Sum);
    let shape = loss.shape_or_number(how)?;
    loss.plan(&SOFT_MARGIN, &[], how, &shape)
}
