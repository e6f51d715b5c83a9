//! `aclnnMinimum`: the smaller of two elements; NaN wins. Source: ops-math, `math/minimum`.

use crate::ops::arithmetic::MINIMUM;
use crate::prelude::*;

/// Computes the smaller of each two elements, broadcast, in the type that both promote to. NaN wins.
#[aclnn]
fn aclnnMinimum(self_: Input, other: Input, out: Output) -> Planned {
    contract::extreme(&MINIMUM, &self_, &other, &out)
}
