//! `aclnnLogSumExp`: logarithms of sums of exponentials over axes. Source: ops-math, `math/reduce_log_sum_exp`.

use crate::ops::reductions;
use crate::prelude::*;

const INPUT: Dtypes = SHORT_FLOATING.or(INTEGERS);

/// Computes the natural logarithm of the sum of the exponentials over `dim` (all axes if empty), in FLOAT, cast to the type of `out`. An empty
/// `self` fills `out` with -infinity.
#[aclnn]
fn aclnnLogSumExp(self_: Input, dim: Ints, keep_dim: bool, out: Output) -> Planned {
    self_.dtype_in(INPUT)?;
    out.dtype_in(SHORT_FLOATING)?;
    let axes = self_.distinct_axes(&dim)?;
    contract::both_up_to_rank_8(&self_, &out)?;
    out.has_reduced_shape(&self_, axes, keep_dim)?;
    if self_.is_empty() {
        return contract::fill(f64::NEG_INFINITY, &out);
    }
    if contract::on_950() {
        self_.not_private()?;
    }
    Ok(reductions::log_sum_exp(self_.read()?, axes, out.write()?)?)
}
