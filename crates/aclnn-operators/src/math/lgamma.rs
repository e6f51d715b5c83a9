//! `aclnnLgamma`: ln|Γ| of each element.
//!
//! | argument | shape            | data type              | strided | format         |
//! |----------|------------------|------------------------|---------|----------------|
//! | `self`   | any, rank 0 to 8 | FLOAT, FLOAT16, DOUBLE | yes     | any            |
//! | `out`    | that of `self`   | that of `self`         | yes     | that of `self` |
//!
//! Fails with 161001 for a null argument and 161002 for one outside the table, in the order of the checks below. An
//! empty tensor succeeds. +inf at zero, negative integers and both infinities.
//!
//! Source: ops-math, `math/lgamma`.

use crate::ops::lgamma::LGAMMA;
use crate::prelude::*;

const FLOATS: Dtypes = FLOATING_BUT_BFLOAT16;

/// Computes the natural logarithm of the absolute value of the gamma function of each element. DOUBLE, FLOAT or FLOAT16.
#[aclnn]
fn aclnnLgamma(self_: Input, out: Output) -> Planned {
    contract::same_dtype_and_format_unary(&LGAMMA, FLOATS, self_, out)
}
