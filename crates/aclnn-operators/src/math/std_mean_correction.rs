//! `aclnnStdMeanCorrection`: standard deviations and means over axes. Source: ops-math, `math/reduce_std_with_mean`.

use crate::ops::reductions::DEVIATION;
use crate::prelude::*;

/// Computes the standard deviation over `dim` (all axes if null or empty), as aclnnStd does, and the mean.
#[aclnn]
fn aclnnStdMeanCorrection(
    self_: Input,
    dim: Option<Ints>,
    correction: i64,
    keepdim: bool,
    std_out: Output,
    mean_out: Output,
) -> Planned {
    for tensor in [&*self_, &*std_out, &*mean_out] {
        tensor.dtype_in(SHORT_FLOATING)?;
        if !contract::on_950() {
            tensor.same_dtype(&self_)?;
        }
    }
    let axes = self_.axes_or_all(dim.as_ref())?;
    contract::up_to_rank_8(&[&self_, &std_out, &mean_out])?;
    contract::shape_if_axes(&std_out, &self_, dim.as_ref(), axes, keepdim)?;
    contract::shape_if_axes(&mean_out, &self_, dim.as_ref(), axes, keepdim)?;
    let spread = contract::Spread {
        table: &DEVIATION,
        correction,
        filled: !contract::on_950(),
    };
    spread.plan(&self_, axes, &std_out, Some(&mean_out))
}
