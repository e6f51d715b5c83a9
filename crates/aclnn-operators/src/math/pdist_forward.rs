//! `aclnnPdistForward`: `aclnnPdist` with the order as a scalar. Source: ops-math, `math/pdist`.

use crate::prelude::*;

/// Writes the distance of each row of `self` to each one behind it, by the norm of order `pScalar` as FLOAT, computed in DOUBLE and rounded once. FLOAT or FLOAT16.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnPdistForward(self_: Input, p_scalar: Scalar, out: Output) -> Planned {
    let order = p_scalar.to_f64().unwrap_or(f64::NAN) as f32;
    contract::pairs_of_rows(&self_, &out, p_scalar.name(), order)
}
