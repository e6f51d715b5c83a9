//! `aclnnCumsum`, `aclnnCumsumV2`: running sums. Source: ops-math, `math/cumsum`.
//!
//! Floating-point sums are kept in DOUBLE, those of DOUBLE in two of them, and each is rounded once; integers wrap.

use crate::ops::cumulative::{self, SUM};
use crate::prelude::*;

const NUMBERS: Dtypes = FLOATING.or(COMPLEX).or(COMMON_INTEGERS);

/// Computes the sum of each element, converted to `dtype`, which `out` has, and all before it along axis `dim`.
#[aclnn]
fn aclnnCumsum(self_: Input, dim: i64, dtype: DataType, out: Output) -> Planned {
    out.dtype_in(NUMBERS)?;
    out.dtype_is(dtype.dtype()?)?;
    out.same_shape(&self_)?;
    self_.max_rank(8)?;
    let axis = self_.axis("dim", dim)?;
    contract::convertible(&self_, &out)?;
    let compute = out.dtype()?;
    Ok(cumulative::running(
        &SUM,
        compute,
        self_.read()?,
        axis,
        [out.write()?],
    )?)
}

/// Computes running sums along axis `dim`: without the element itself if `exclusive` is true, from the end if `reverse` is true.
#[aclnn]
fn aclnnCumsumV2(self_: Input, dim: i64, exclusive: bool, reverse: bool, out: Output) -> Planned {
    self_.dtype_in(NUMBERS)?;
    out.dtype_in(NUMBERS)?;
    out.same_dtype(&self_)?;
    out.same_shape(&self_)?;
    self_.max_rank(8)?;
    let axis = self_.axis("dim", dim)?;
    let (input, out) = (self_.read()?, out.write()?);
    Ok(cumulative::running_sum(
        input,
        axis,
        (exclusive, reverse),
        out,
    )?)
}
