//! `aclnnAminmax`: the smallest and the largest element over axes; over no axes, `self` twice. Source: ops-math, `math/reduce_min`.

use crate::ops::reductions::Axes;
use crate::prelude::*;

/// Computes the smallest and the largest element over the axes `dim`; no axes are none: both outputs get a copy of `self`. NaN wins. An empty
/// `self` takes one axis, and nothing is written.
#[aclnn]
fn aclnnAminmax(
    self_: Input,
    dim: Ints,
    keep_dim: bool,
    min_out: Output,
    max_out: Output,
) -> Planned {
    contract::both_extremes(FLOATING.or(INTEGERS), &self_, &min_out, &max_out)?;
    if dim.len() != 1 && self_.is_empty() {
        return Err(self_
            .shape_refused("one with elements, unless `dim` is one axis")
            .into());
    }
    let mut axes = Axes::default();
    for &dim_of in dim.iter() {
        let axis = self_.axis(dim.name(), dim_of);
        // What the vendor finds out only when it computes.
        let axis = match dim.len() {
            1 => axis?,
            _ => axis.code(ACLNN_ERR_PARAM_NULLPTR)?,
        };
        if dim_of >= 0 {
            self_.has_extent_along(dim.name(), axis)?;
        }
        axes = axes.with(axis);
    }
    contract::extremes(&self_, axes, keep_dim, &min_out, &max_out)
}
