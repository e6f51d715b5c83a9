//! `aclnnSimThreadExponential`: numbers of the exponential distribution. Source: ops-math, `random/sim_thread_exponential`.

use crate::contract::random::known;
use crate::device::soc::Generation;
use crate::ops::draws::exponential;
use crate::prelude::*;

/// Fills `selfRef` with numbers of the exponential distribution with the rate `lambda`, by `seed` and `offset`. `count` is the number of elements.
#[aclnn(generated)]
fn aclnnSimThreadExponential(
    self_ref: InOut,
    count: i64,
    lambda: f64,
    seed: i64,
    offset: i64,
) -> Planned {
    self_ref.dtype_in(SHORT_EVERYWHERE)?;
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    self_ref.max_rank(8)?;
    if lambda.is_nan() || lambda <= 0.0 {
        return Err(Error::value("lambda", lambda, "above 0").into());
    }
    let numel = self_ref.numel();
    if usize::try_from(count) != Ok(numel) {
        let allowed = format!("{numel} (the elements of `selfRef`)");
        return Err(Error::value("count", count, allowed)).code(ACLNN_ERR_INNER_TILING_ERROR);
    }
    Ok(exponential(
        known(seed, offset),
        lambda,
        self_ref.update()?,
    )?)
}
