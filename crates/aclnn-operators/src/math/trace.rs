//! `aclnnTrace`: sums of diagonals. Source: ops-math, `math/trace`.

use crate::ops::reductions;
use crate::prelude::*;

const NUMBERS: Dtypes = FLOATING.or(COMPLEX).or(INTEGERS);

/// Computes the sum of the diagonal of a matrix, of integers and BOOL as INT64. A matrix without elements gives 0.
#[aclnn]
fn aclnnTrace(self_: Input, out: Output) -> Planned {
    self_.rank_in(2..=2)?;
    out.rank_in(0..=0)?;
    self_.dtype_in(NUMBERS)?;
    match self_.dtype()? {
        dtype if dtype.is_integer() || dtype == Bool => out.dtype_is(I64)?,
        dtype => out.dtype_is(dtype)?,
    }
    if self_.is_empty() {
        return contract::fill(0.0, &out);
    }
    Ok(reductions::trace(self_.read()?, out.write()?)?)
}
