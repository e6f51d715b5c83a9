//! `aclnnMean`, `aclnnMeanV2`: means over axes. Source: ops-math, `math/reduce_mean`.
//!
//! Floating-point means are rounded once. A sum of integers wraps in their type, and is divided toward zero.

use crate::ops::reductions::{self, Axes, MEAN};
use crate::prelude::*;

const NUMBERS: Dtypes = FLOATING.or(COMPLEX).or(COMMON_INTEGERS);

/// The mean over axes; of an empty tensor NaN.
fn mean(self_: &Input, axes: Axes, keep: bool, compute: Dtype, out: &Output) -> Planned {
    if self_.is_empty() {
        return contract::fill_real(f64::NAN, out);
    }
    out.holds_reduced(self_, axes, keep)?;
    Ok(reductions::one(
        &MEAN,
        compute,
        self_.read()?,
        axes,
        out.write()?,
    )?)
}

/// Computes the mean over `dim` (all axes if empty) of the elements, converted to `dtype`, cast to the type of `out`. An empty `self` fills `out`
/// with NaN.
#[aclnn]
fn aclnnMean(self_: Input, dim: Ints, keep_dim: bool, dtype: DataType, out: Output) -> Planned {
    self_.dtype_in(NUMBERS)?;
    let compute = dtype.dtype_in(NUMBERS)?;
    out.dtype_in(NUMBERS)?;
    self_.casts_to(compute)?;
    out.takes(compute)?;
    let axes = self_.distinct_axes(&dim)?;
    contract::both_up_to_rank_8(&self_, &out)?;
    mean(&self_, axes, keep_dim, compute, &out)
}

/// Computes the mean over `dim` in the type of `self`. No axes are all axes or, if `noopWithEmptyAxes` is true, none: then `self` is copied.
#[aclnn]
fn aclnnMeanV2(
    self_: Input,
    dim: Ints,
    keep_dim: bool,
    noop_with_empty_axes: bool,
    out: Output,
) -> Planned {
    self_.dtype_in(NUMBERS)?;
    out.dtype_in(NUMBERS)?;
    out.same_dtype(&self_)?;
    let axes = self_.distinct_axes(&dim)?;
    contract::both_up_to_rank_8(&self_, &out)?;
    let compute = self_.dtype()?;
    if dim.is_empty() && noop_with_empty_axes && !self_.is_empty() {
        out.holds_reduced(&self_, Axes::default(), false)?;
        return Ok(pointwise::copy(self_.read()?, out.write()?)?);
    }
    mean(&self_, axes, keep_dim, compute, &out)
}
