//! `aclnnTrunc`, `aclnnInplaceTrunc`: rounding to integers. Integers are copied. Source: ops-math, `math/trunc`.

use crate::ops::piecewise::{TRUNC, rounded, rounded_in_place};
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, F16])
    .and_910b(&[Bf16])
    .and_950(&[I8, U8, I32]);

/// Computes the integer toward zero of each element. `out` has the type of `self`; integers are copied.
#[aclnn]
fn aclnnTrunc(self_: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.same_dtype(&self_)?;
    contract::same_shape_to_rank_8(&self_, &out)?;
    Ok(rounded(&TRUNC, self_.read()?, out.write()?)?)
}

/// Computes the integer toward zero of each element, in place; integers stay.
#[aclnn]
fn aclnnInplaceTrunc(self_ref: InOut) -> Planned {
    self_ref.dtype_in(TYPES)?;
    self_ref.max_rank(8)?;
    Ok(rounded_in_place(&TRUNC, self_ref.update()?)?)
}
