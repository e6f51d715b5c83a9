//! `aclnnGlobalMaxPool`: the largest element of each channel. Source: ops-math, `math/reduce_max`.

use crate::ops::reductions::{self, Axes, MAX};
use crate::prelude::*;

/// Computes the largest element over all axes of `self` but the first two, which `out` keeps with extent 1. NaN wins; no elements give -infinity.
#[aclnn]
fn aclnnGlobalMaxPool(self_: Input, out: Output) -> Planned {
    contract::pooled(FLOATING_BUT_BFLOAT16, &self_, &out)?;
    let axes = (2..self_.rank()).fold(Axes::default(), Axes::with);
    out.has_reduced_shape(&self_, axes, true)?;
    if self_.is_empty() {
        return contract::fill(f64::NEG_INFINITY, &out);
    }
    Ok(reductions::one(
        &MAX,
        self_.dtype()?,
        self_.read()?,
        axes,
        out.write()?,
    )?)
}
