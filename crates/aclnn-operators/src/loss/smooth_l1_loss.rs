//! `aclnnSmoothL1Loss`: distances, rounded off beside 0. Source: ops-nn, `loss/smooth_l1_loss_v2`.

use crate::contract::PairLoss;
use crate::ops::losses::{Combination, SMOOTH_L1};
use crate::prelude::*;
use crate::tensor::Value;

/// Computes `|self - target| - beta / 2`, or half of the square divided by beta where the distance is below beta; each, or the mean or the sum by
/// `reduction` 1 or 2, rounded once. Of nothing a mean is NaN, a sum 0.
#[aclnn]
fn aclnnSmoothL1Loss(
    self_: Input,
    target: Input,
    reduction: i64,
    beta: f32,
    result: Output,
) -> Planned {
    let loss = PairLoss::new(&self_, &target, &result);
    loss.inputs_in(SHORT_FLOATING)?;
    loss.castable()?;
    let how = contract::combination(reduction, 2)?;
    loss.up_to_rank_8()?;
    let shape = loss.shape(how)?;
    contract::losses::not_below_0("beta", beta)?;
    if how != Combination::None {
        result.copies_fit(&[], "one number")?;
    }
    loss.plan(&SMOOTH_L1, &[Value::new(f64::from(beta))], how, &shape)
}
