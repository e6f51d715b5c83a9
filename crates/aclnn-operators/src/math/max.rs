//! `aclnnMax`: the largest element; NaN wins. Source: ops-math, `math/reduce_max`.

use crate::ops::reductions::MAX;
use crate::prelude::*;

/// Computes the largest element of `self`, cast to the type of `out`, which has one element. NaN wins. Of an empty `self` nothing is written.
#[aclnn]
fn aclnnMax(self_: Input, out: Output) -> Planned {
    contract::extreme_of_all(&MAX, FLOATING.or(INTEGERS), &self_, &out)
}
