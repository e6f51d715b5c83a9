//! `aclnnL1Loss`: distances. Source: ops-nn, `loss/lp_loss`.

use crate::contract::PairLoss;
use crate::ops::losses::{Combination, L1};
use crate::prelude::*;

/// The types in which both inputs meet.
const MEETING: Dtypes = SHORT_FLOATING.or(on_all(&[I64]));

/// Computes `|self - target|`, each, or the mean or the sum by `reduction` 1 or 2, rounded once; in INT64 it wraps. Of nothing a mean is NaN, a sum 0.
#[aclnn]
fn aclnnL1Loss(self_: Input, target: Input, reduction: i64, out: Output) -> Planned {
    let loss = PairLoss::new(&self_, &target, &out);
    let how = contract::combination(reduction, 2)?;
    let floating = [self_.dtype()?, target.dtype()?].map(Dtype::is_floating);
    let refused = match how {
        Combination::None => !floating[0] && floating[1],
        Combination::Mean => !floating[0] && !floating[1],
        _ => false,
    };
    if refused {
        return Err(Error::dtype("self", self_.dtype()?, "a floating-point type").into());
    }
    contract::computes_in(loss.compute()?, MEETING, &target)?;
    loss.castable()?;
    loss.up_to_rank_8()?;
    let shape = loss.shape_or_number(how)?;
    loss.plan(&L1, &[], how, &shape)
}
