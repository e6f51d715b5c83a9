//! `aclnnMaxV2`: the largest element over axes, or `self` where no axes mean none. Source: ops-math, `math/reduce_max`.

use crate::ops::reductions::{self, MAX};
use crate::prelude::*;

const TYPES: Dtypes = FLOATING.or(INTEGERS);

/// Computes the largest element over `dims`. NaN wins. No axes are all axes or, if `noopWithEmptyDims` is true, none: then `self` is copied.
#[aclnn]
fn aclnnMaxV2(
    self_: Input,
    dims: Ints,
    keep_dims: bool,
    noop_with_empty_dims: bool,
    out: Output,
) -> Planned {
    let all = !noop_with_empty_dims;
    let axes = contract::extreme_over_axes(TYPES, &self_, &dims, keep_dims, &out, all)?;
    if self_.is_empty() {
        return contract::untouched(&self_, &[&out]);
    }
    let dtype = self_.dtype()?;
    Ok(reductions::one(
        &MAX,
        dtype,
        self_.read()?,
        axes,
        out.write()?,
    )?)
}
