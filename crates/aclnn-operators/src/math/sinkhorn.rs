//! `aclnnSinkhorn`: a matrix of costs as one of probabilities, as routers of experts use it. Source: ops-math, `math/sinkhorn`.

use crate::device::soc::Generation;
use crate::ops::linear_algebra::balance::balance;
use crate::prelude::*;

/// `tol` where it is null.
const TOLERANCE: f64 = 1e-4;

/// Writes `p = d0 * exp(cost) * d1` of a matrix (R, C), whose factors of rows and columns follow from each other, `d0 = 1 / (R * (sum(d1 * exp(cost)) + 1e-8))` and `d1 = 1 / (C * (sum(d0 * exp(cost)) + 1e-8))`, from `d1 = 1` on until
/// `d1` changes by at most `tol` in the mean (0.0001 if it is null), or 10000 times. At most 4096 columns. FLOAT, FLOAT16 or BFLOAT16; on Ascend910B and Ascend910_93.
#[aclnn]
fn aclnnSinkhorn(cost: Input, tol: Option<Scalar>, p: Output) -> Planned {
    cost.dtype_in(SHORT_FLOATING)?;
    p.dtype_in(SHORT_FLOATING)?;
    contract::needs_chip(&[Generation::Ascend910B])?;
    cost.rank_in(2..=2)?;
    p.same_shape(&cost)?;
    if cost.shape()[1] > 4096 {
        return Err(cost.shape_refused("at most 4096 columns").into());
    }
    let tolerance = tol.map_or(Some(TOLERANCE), |tol| tol.to_f64());
    Ok(balance(
        cost.read()?,
        tolerance.unwrap_or(TOLERANCE),
        p.write()?,
    )?)
}
