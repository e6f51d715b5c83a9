//! `aclnnKlDiv`: the divergence of distributions from targets. Source: ops-nn, `math/kl_div_v2`.

use crate::contract::PairLoss;
use crate::ops::losses::{Combination, KL, KL_LOG};
use crate::prelude::*;

/// Computes `target (ln(target) - self)`, of a target of 0 nothing, or `exp(target) (target - self)` if `logTarget`; each, or the mean, the sum, or the sum divided by the first extent by
/// `reduction` 1, 2 or 3, rounded once. Of nothing a mean is NaN, a sum 0.
#[aclnn]
fn aclnnKlDiv(
    self_: Input,
    target: Input,
    reduction: i64,
    log_target: bool,
    out: Output,
) -> Planned {
    let loss = PairLoss::new(&self_, &target, &out);
    loss.all_in(SHORT_FLOATING)?;
    loss.castable()?;
    contract::up_to_rank_8(&[&self_, &target])?;
    let how = contract::combination(reduction, 3)?;
    if loss.is_empty() {
        let how = match how {
            Combination::BatchMean if self_.shape().first() != Some(&0) => Combination::Sum,
            how => how,
        };
        return contract::loss_of_nothing(how, &[&self_, &target], &out);
    }
    let shape = loss.shape(how)?;
    if how != Combination::None {
        out.shape_fits(&[], "one number")?;
    }
    let table = if log_target { &KL_LOG } else { &KL };
    loss.plan(table, &[], how, &shape)
}
