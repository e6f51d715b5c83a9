//! `aclnnMseLossOut`: squared distances, combined along the first axis. Source: ops-nn, `loss/mse_loss`.

use crate::contract::PairLoss;
use crate::ops::losses::{self, Combination, MSE};
use crate::prelude::*;

/// Computes `(self - target)²`, each, or the mean or the sum along the first axis by `reduction` 1 or 2, rounded once. Of nothing nothing is written.
#[aclnn]
fn aclnnMseLossOut(self_: Input, target: Input, reduction: i64, out: Output) -> Planned {
    let loss = PairLoss::new(&self_, &target, &out);
    loss.all_in(SHORT_FLOATING)?;
    let how = contract::combination(reduction, 2)?;
    loss.up_to_rank_8()?;
    let shape = loss.shape(how)?;
    if how == Combination::None || shape.is_empty() {
        out.shape_is(&shape, "`self` and `target` broadcast")?;
        let how = Combination::None;
        return loss.plan(&MSE, &[], how, &shape);
    }
    out.shape_is(
        &shape[1..],
        "`self` and `target` broadcast, without the first axis",
    )?;
    if loss.is_empty() {
        return contract::loss_of_nothing(Combination::None, &[&self_, &target], &out);
    }
    let inputs = [self_.read()?.into(), target.read()?.into()];
    Ok(losses::loss_of_columns(
        &MSE,
        loss.compute()?,
        inputs,
        (how, &shape),
        out.write()?,
    )?)
}
