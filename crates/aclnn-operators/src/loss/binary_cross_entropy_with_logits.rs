//! `aclnnBinaryCrossEntropyWithLogits`: cross entropy of logits and targets. Source: ops-nn, `loss/sigmoid_cross_entropy_with_logits_v2`.

use crate::contract::{PairLoss, losses::Weighted};
use crate::ops::losses::{self, BCE_LOGITS, Combination};
use crate::prelude::*;

/// Computes `weight ((1 - target) x + (1 - target + posWeight target) ln(1 + exp(-x)))` of each x of `self`, or the mean or the sum by `reduction` 1 or 2, rounded once. `out` has the
/// type of `target`; weights broadcast to its shape, and are 1 if they are null. Of nothing a mean is NaN, a sum 0.
#[aclnn]
fn aclnnBinaryCrossEntropyWithLogits(
    self_: Input,
    target: Input,
    weight_optional: Option<Input>,
    pos_weight_optional: Option<Input>,
    reduction: i64,
    out: Output,
) -> Planned {
    let loss = PairLoss::new(&self_, &target, &out);
    loss.all_in(SHORT_FLOATING)?;
    out.same_dtype(&target)?;
    let how = contract::combination(reduction, 2)?;
    let factors = [weight_optional.as_ref(), pos_weight_optional.as_ref()];
    let weighted = Weighted::new(&target, &self_, &factors, &out);
    weighted.up_to_rank_8()?;
    self_.same_shape(&target)?;
    weighted.factors_broadcast()?;
    if how == Combination::None {
        out.same_shape(&target)?;
    }
    if self_.is_empty() {
        return contract::loss_of_nothing(how, &[&self_, &target], &out);
    }
    if how != Combination::None {
        out.copies_fit(&[], "one number")?;
    }
    let [weight, pos_weight] = [0, 1].map(|number| weighted.factor(number));
    let inputs = [
        self_.read()?.into(),
        target.read()?.into(),
        weight?,
        pos_weight?,
    ];
    let shape = target.shape();
    Ok(losses::loss(
        &BCE_LOGITS,
        loss.compute()?,
        &[],
        inputs,
        (how, shape),
        out.write()?,
    )?)
}
