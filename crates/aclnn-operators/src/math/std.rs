//! `aclnnStd`: standard deviations over axes. Source: ops-math, `math/reduce_std_v2`.

use crate::ops::reductions::DEVIATION;
use crate::prelude::*;

/// Computes the standard deviation over `dim` (all axes if null or empty): the square root of the sum of squared distances from the mean, divided
/// by the number of elements less `correction`.
#[aclnn]
fn aclnnStd(
    self_: Input,
    dim: Option<Ints>,
    correction: i64,
    keepdim: bool,
    out: Output,
) -> Planned {
    self_.dtype_in(SHORT_FLOATING)?;
    out.dtype_in(SHORT_FLOATING)?;
    let axes = self_.axes_or_all(dim.as_ref())?;
    contract::both_up_to_rank_8(&self_, &out)?;
    contract::shape_if_axes(&out, &self_, dim.as_ref(), axes, keepdim)?;
    let spread = contract::Spread {
        table: &DEVIATION,
        correction,
        filled: true,
    };
    spread.plan(&self_, axes, &out, None)
}
