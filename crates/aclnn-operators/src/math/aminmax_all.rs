//! `aclnnAminmaxAll`: the smallest and the largest element. Source: ops-math, `math/reduce_min`.

use crate::ops::reductions::Axes;
use crate::prelude::*;

/// Computes the smallest and the largest element of `self`. NaN wins. Of an empty `self` nothing is written.
#[aclnn]
fn aclnnAminmaxAll(self_: Input, min_out: Output, max_out: Output) -> Planned {
    contract::both_extremes(FLOATING.or(INTEGERS), &self_, &min_out, &max_out)?;
    let axes = Axes::all(self_.rank());
    contract::extremes(&self_, axes, false, &min_out, &max_out)
}
