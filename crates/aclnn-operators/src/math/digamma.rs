//! `aclnnDigamma`: the derivative of ln|Γ|. NaN at negative integers and -∞, infinite at 0 with the opposite sign. Source: ops-math,
//! `math/digamma`.

use crate::ops::unary::DIGAMMA;
use crate::prelude::*;

const TYPES: Dtypes = FLOATING_BUT_BFLOAT16;

/// Computes the digamma function of each element. `out` has the type of `self`.
#[aclnn]
fn aclnnDigamma(self_: Input, out: Output) -> Planned {
    contract::same_dtype_and_format_unary(&DIGAMMA, TYPES, self_, out)
}
