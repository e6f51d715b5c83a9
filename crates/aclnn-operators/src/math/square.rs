//! `aclnnSquare`: squares, on Ascend950. Integers wrap. Source: ops-math, `math/square`.

use crate::ops::piecewise::SQUARE;
use crate::prelude::*;

const TYPES: Dtypes = only_950(&[I64, F32, F16, I32, Bf16]);

/// Computes the square of each element. `out` has the type of `self`. Ascend950 only.
#[aclnn]
fn aclnnSquare(self_: Input, out: Output) -> Planned {
    out.same_dtype(&self_)?;
    self_.dtype_in(TYPES)?;
    out.same_format(&self_)?;
    self_.not_private()?;
    contract::same_shape_to_rank_8(&self_, &out)?;
    let compute = self_.dtype()?;
    contract::computed(&SQUARE, compute, &self_, &out)
}
