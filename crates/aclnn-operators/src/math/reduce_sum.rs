//! `aclnnReduceSum`: sums over axes. Source: ops-math, `math/reduce_sum`.

use crate::ops::reductions::{self, SUM};
use crate::prelude::*;

const NUMBERS: Dtypes = FLOATING.or(COMPLEX).or(INTEGERS);

/// Computes the sum over `dims` (all axes if empty) of the elements, converted to `dtype`, which `out` has. Floating-point sums are rounded once,
/// integers wrap, BOOL is whether some element is true. An empty `self` fills `out` with 0.
#[aclnn]
fn aclnnReduceSum(
    self_: Input,
    dims: Ints,
    keep_dims: bool,
    dtype: DataType,
    out: Output,
) -> Planned {
    self_.dtype_in(NUMBERS)?;
    out.dtype_in(NUMBERS)?;
    let compute = dtype.dtype_in(NUMBERS)?;
    out.dtype_is(compute)?;
    self_.max_rank(8)?;
    let axes = self_.distinct_axes(&dims)?;
    if self_.is_empty() {
        return contract::fill_real(0.0, &out);
    }
    out.holds_reduced(&self_, axes, keep_dims)?;
    Ok(reductions::one(
        &SUM,
        compute,
        self_.read()?,
        axes,
        out.write()?,
    )?)
}
