//! `aclnnMin`: the smallest element; NaN wins. Source: ops-math, `math/reduce_min`.

use crate::ops::reductions::MIN;
use crate::prelude::*;

/// Computes the smallest element of `self`, cast to the type of `out`, which has one element. NaN wins. Of an empty `self` nothing is written.
#[aclnn]
fn aclnnMin(self_: Input, out: Output) -> Planned {
    contract::extreme_of_all(&MIN, FLOATING.or(INTEGERS), &self_, &out)
}
