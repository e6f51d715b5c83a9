//! `aclnnAll`: whether no element is 0, over axes; NaN is not 0. Source: ops-math, `math/reduce_all`.

use crate::ops::reductions::{self, ALL};
use crate::prelude::*;

const TYPES: Dtypes = FLOATING.or(INTEGERS);
const OUTPUT: Dtypes = MASK_TYPES;

/// Writes whether no element is 0, over `dim` (all axes if empty), as UINT8 or BOOL. An empty `self` fills `out` with 1.
#[aclnn]
fn aclnnAll(self_: Input, dim: Ints, keepdim: bool, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.dtype_in(OUTPUT)?;
    self_.not_private()?;
    let axes = self_.distinct_axes(&dim)?;
    contract::both_up_to_rank_8(&self_, &out)?;
    out.has_reduced_shape(&self_, axes, keepdim)?;
    if self_.is_empty() {
        return contract::fill(1.0, &out);
    }
    Ok(reductions::one(
        &ALL,
        Bool,
        self_.read()?,
        axes,
        out.write()?,
    )?)
}
