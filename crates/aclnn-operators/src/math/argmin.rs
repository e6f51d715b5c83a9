//! `aclnnArgMin`: the number of the smallest element along an axis. Source: ops-math, `math/arg_min`.

use crate::ops::reductions::{self, Axes, SMALLEST};
use crate::prelude::*;

const TYPES: Dtypes = REAL_NUMBERS;

/// Computes the number of the first smallest element along axis `dim`, which has elements. The first NaN wins. Of an empty `self` nothing is
/// written.
#[aclnn]
fn aclnnArgMin(self_: Input, dim: i64, keepdim: bool, out: Output) -> Planned {
    let axis = self_.axis("dim", dim)?;
    self_.dtype_in(TYPES)?;
    out.dtype_in(INDEX_TYPES)?;
    contract::none_private(&[&self_, &out])?;
    contract::both_up_to_rank_8(&self_, &out)?;
    self_.has_extent_along("dim", axis)?;
    if self_.is_empty() {
        return contract::untouched(&self_, &[&out]);
    }
    let axis = Axes::one(axis);
    out.holds_reduced(&self_, axis, keepdim)?;
    Ok(reductions::index(
        &SMALLEST,
        self_.read()?,
        axis,
        out.write()?,
    )?)
}
