//! `aclnnAny`: whether some element is not 0, over axes; NaN is not 0. Source: ops-math, `math/reduce_any`.

use crate::ops::reductions::{self, ANY};
use crate::prelude::*;

const TYPES: Dtypes = FLOATING.or(INTEGERS);
const OUTPUT: Dtypes = MASK_TYPES;

/// Writes whether some element is not 0, over `dim` (all axes if empty), as UINT8 or BOOL. An empty `self` fills `out` with 0.
#[aclnn]
fn aclnnAny(self_: Input, dim: Ints, keepdim: bool, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.dtype_in(OUTPUT)?;
    let axes = self_.axes(&dim)?;
    contract::both_up_to_rank_8(&self_, &out)?;
    if self_.is_empty() {
        return contract::fill(0.0, &out);
    }
    out.holds_reduced(&self_, axes, keepdim)?;
    Ok(reductions::one(
        &ANY,
        Bool,
        self_.read()?,
        axes,
        out.write()?,
    )?)
}
