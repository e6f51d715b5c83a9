//! `aclnnGlobalAveragePool`: the mean of each channel. Source: ops-math, `math/reduce_mean`.

use crate::ops::reductions::{self, Axes, MEAN};
use crate::prelude::*;

/// Computes the mean over all axes of `self` but the first two, which `out` keeps with extent 1. No elements have the mean NaN.
#[aclnn]
fn aclnnGlobalAveragePool(self_: Input, out: Output) -> Planned {
    contract::pooled(FLOATING, &self_, &out)?;
    let axes = (2..self_.rank()).fold(Axes::default(), Axes::with);
    out.holds_reduced(&self_, axes, true)?;
    Ok(reductions::one(
        &MEAN,
        self_.dtype()?,
        self_.read()?,
        axes,
        out.write()?,
    )?)
}
