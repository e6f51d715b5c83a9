//! `aclnnMaximum`: the larger of two elements; NaN wins. Source: ops-math, `math/maximum`.

use crate::ops::arithmetic::MAXIMUM;
use crate::prelude::*;

/// Computes the larger of each two elements, broadcast, in the type that both promote to. NaN wins.
#[aclnn]
fn aclnnMaximum(self_: Input, other: Input, out: Output) -> Planned {
    contract::extreme(&MAXIMUM, &self_, &other, &out)
}
