//! `aclnnAmin`: the smallest element over axes; NaN wins. Source: ops-math, `math/reduce_min`.

use crate::ops::reductions::{self, MIN};
use crate::prelude::*;

const TYPES: Dtypes = FLOATING.or(INTEGERS);

/// Computes the smallest element over `dim` (all axes if empty). NaN wins. Of an empty `self` nothing is written; an axis without elements may not be
/// named.
#[aclnn]
fn aclnnAmin(self_: Input, dim: Ints, keep_dim: bool, out: Output) -> Planned {
    let axes = contract::extreme_over_axes(TYPES, &self_, &dim, keep_dim, &out, true)?;
    if self_.is_empty() {
        return contract::untouched(&self_, &[&out]);
    }
    let dtype = self_.dtype()?;
    Ok(reductions::one(
        &MIN,
        dtype,
        self_.read()?,
        axes,
        out.write()?,
    )?)
}
