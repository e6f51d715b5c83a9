//! `aclnnLogAddExp2`: logarithms of sums of powers of 2, without overflow. Source: ops-math, `math/log_add_exp`.

use crate::ops::functions_of_two::LOGADDEXP2;
use crate::prelude::*;

/// Computes `log2(2^self + 2^other)`, broadcast, in the type of `out`, to which both are converted first.
#[aclnn]
fn aclnnLogAddExp2(self_: Input, other: Input, out: Output) -> Planned {
    contract::log_add_exp(&LOGADDEXP2, &self_, &other, &out)
}
