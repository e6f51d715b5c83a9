//! `aclnnLogAddExp`: logarithms of sums of powers of e, without overflow. Source: ops-math, `math/log_add_exp`.

use crate::ops::functions_of_two::LOGADDEXP;
use crate::prelude::*;

/// Computes `ln(e^self + e^other)`, broadcast, in the type of `out`, to which both are converted first.
#[aclnn]
fn aclnnLogAddExp(self_: Input, other: Input, out: Output) -> Planned {
    contract::log_add_exp(&LOGADDEXP, &self_, &other, &out)
}
