//! `aclnnCeil`, `aclnnInplaceCeil`: rounding to integers. Integers are copied. Source: ops-math, `math/ceil`.

use crate::ops::piecewise::{CEIL, rounded, rounded_in_place};
use crate::prelude::*;

const TYPES: Dtypes = FLOATING;

/// Computes the least integer not below each element. `out` has the type of `self`; integers are copied.
#[aclnn]
fn aclnnCeil(self_: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.same_dtype(&self_)?;
    contract::same_shape_to_rank_8(&self_, &out)?;
    Ok(rounded(&CEIL, self_.read()?, out.write()?)?)
}

/// Computes the least integer not below each element, in place; integers stay.
#[aclnn]
fn aclnnInplaceCeil(self_ref: InOut) -> Planned {
    self_ref.dtype_in(TYPES)?;
    self_ref.max_rank(8)?;
    Ok(rounded_in_place(&CEIL, self_ref.update()?)?)
}
