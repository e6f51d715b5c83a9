//! `aclnnReduceNansum`: sums over axes in which NaN counts as 0. Source: ops-math, `math/reduce_nansum`.

use crate::ops::reductions::{self, NAN_SUM};
use crate::prelude::*;

const NUMBERS: Dtypes = for_chips(
    &[],
    &[F16, F32, Bf16, I8, I16, I32, I64, U8, Bool],
    &[F32, F16, Bf16],
);

/// Computes the sum over `dim` (all axes if empty) of the elements that are numbers, converted to `dtype`, which `out` has. A tensor of rank 0 is
/// copied, NaN too. An empty `self` fills `out` with 0.
#[aclnn]
fn aclnnReduceNansum(
    self_: Input,
    dim: Ints,
    keep_dim: bool,
    dtype: DataType,
    out: Output,
) -> Planned {
    self_.dtype_in(NUMBERS)?;
    let compute = dtype.dtype_in(NUMBERS)?;
    out.dtype_in(NUMBERS)?;
    out.dtype_is(compute)?;
    out.takes(self_.dtype()?)?;
    let axes = self_.distinct_axes(&dim)?;
    contract::both_up_to_rank_8(&self_, &out)?;
    if self_.is_empty() {
        return contract::fill(0.0, &out);
    }
    out.holds_reduced(&self_, axes, keep_dim)?;
    let table = match self_.rank() {
        0 => &reductions::SUM,
        _ => &NAN_SUM,
    };
    Ok(reductions::one(
        table,
        compute,
        self_.read()?,
        axes,
        out.write()?,
    )?)
}
