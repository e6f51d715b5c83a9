//! `aclnnAminmaxDim`: the smallest and the largest element along an axis. Source: ops-math, `math/reduce_min`.

use crate::ops::reductions::Axes;
use crate::prelude::*;

/// Computes the smallest and the largest element along axis `dim`. NaN wins. Of an empty `self` nothing is written.
#[aclnn]
fn aclnnAminmaxDim(
    self_: Input,
    dim: i64,
    keep_dim: bool,
    min_out: Output,
    max_out: Output,
) -> Planned {
    contract::both_extremes(FLOATING.or(INTEGERS), &self_, &min_out, &max_out)?;
    let axis = self_.axis("dim", dim)?;
    // A negative number is looked at no more.
    if dim >= 0 {
        self_.has_extent_along("dim", axis)?;
    }
    contract::extremes(&self_, Axes::one(axis), keep_dim, &min_out, &max_out)
}
