//! `aclnnReduceLogSum`: logarithms of sums over axes. Source: ops-math, `math/reduce_log_sum`.

use crate::ops::reductions::{self, Axes, LOG_SUM};
use crate::prelude::*;

const TYPES: Dtypes = SHORT_BFLOAT16_ON_950;

/// Computes the natural logarithm of the sum over `axes`. No axes are all axes or, if `noopWithEmptyAxes` is true, none: then `data` is copied, and
/// no logarithm is taken. An empty `data` fills `reduce` with 0.
#[aclnn]
fn aclnnReduceLogSum(
    data: Input,
    axes: Ints,
    keep_dims: bool,
    noop_with_empty_axes: bool,
    reduce: Output,
) -> Planned {
    data.dtype_in(TYPES)?;
    reduce.dtype_in(TYPES)?;
    data.max_rank(8)?;
    let over = data.distinct_axes(&axes)?;
    if data.is_empty() {
        return contract::fill(0.0, &reduce);
    }
    reduce.same_dtype(&data).code(ACLNN_ERR_INNER_NULLPTR)?;
    if axes.is_empty() && noop_with_empty_axes {
        reduce
            .holds_reduced(&data, Axes::default(), false)
            .code(ACLNN_ERR_INNER_NULLPTR)?;
        return Ok(pointwise::copy(data.read()?, reduce.write()?)?);
    }
    reduce.holds_reduced(&data, over, keep_dims)?;
    Ok(reductions::one(
        &LOG_SUM,
        data.dtype()?,
        data.read()?,
        over,
        reduce.write()?,
    )?)
}
