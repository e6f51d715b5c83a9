//! `aclnnIsFinite`: whether elements are neither infinite nor NaN. Source: ops-math, `math/is_finite`.

use crate::ops::piecewise::{IS_FINITE, classified};
use crate::prelude::*;

const TYPES: Dtypes = REAL_NUMBERS_AND_BOOL;

/// Computes whether each element is neither infinite nor NaN, as BOOL. Integers are finite.
#[aclnn]
fn aclnnIsFinite(self_: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.dtype_is(Bool)?;
    self_.max_rank(8)?;
    out.same_shape(&self_)?;
    Ok(classified(&IS_FINITE, true, self_.read()?, out.write()?)?)
}
