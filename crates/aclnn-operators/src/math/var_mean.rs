//! `aclnnVarMean`: variances and means over axes. Source: ops-math, `math/reduce_var`.

use crate::ops::reductions::VARIANCE;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_BFLOAT16_ON_950;

/// Computes the variance over `dim` (all axes if null or empty), divided by the number of elements less `correction`, and the mean.
#[aclnn]
fn aclnnVarMean(
    self_: Input,
    dim: Option<Ints>,
    correction: i64,
    keepdim: bool,
    var_out: Output,
    mean_out: Output,
) -> Planned {
    for tensor in [&*self_, &*mean_out, &*var_out] {
        tensor.dtype_in(TYPES)?;
    }
    let axes = self_.axes_or_all(dim.as_ref())?;
    self_.max_rank(8)?;
    mean_out.has_reduced_shape(&self_, axes, keepdim)?;
    var_out.has_reduced_shape(&self_, axes, keepdim)?;
    let spread = contract::Spread {
        table: &VARIANCE,
        correction,
        filled: !contract::on_950(),
    };
    spread.plan(&self_, axes, &var_out, Some(&mean_out))
}
