//! `aclnnSignbit`: whether numbers have a minus sign.
//!
//! On Ascend950 the bit of the sign counts, which -0 has, and some NaN have. On other chips numbers below 0 count. Source: ops-math, `math/signbit`.

use crate::ops::signs::sign_bits;
use crate::prelude::*;

const TYPES: Dtypes = REAL_NUMBERS_UNSIGNED_AND_BOOL;

/// Computes whether the sign of each element is negative: 1 or 0 in the type of `out`.
#[aclnn]
fn aclnnSignbit(self_: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    contract::up_to_rank_8(&[&self_, &out])?;
    out.same_shape(&self_)?;
    Ok(sign_bits(contract::on_950(), self_.read()?, out.write()?)?)
}
