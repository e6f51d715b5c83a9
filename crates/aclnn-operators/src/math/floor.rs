//! `aclnnFloor`, `aclnnInplaceFloor`: rounding to integers. Integers are copied. Source: ops-math, `math/floor`.

use crate::ops::piecewise::{FLOOR, rounded, rounded_in_place};
use crate::prelude::*;

const TYPES: Dtypes =
    on_910(&[F64, F32, F16, I8, I16, I32, I64, U8, U16, U32, U64]).and_910b(&[Bf16]);

/// Computes the largest integer not above each element. `out` has the type of `self`; integers are copied.
#[aclnn]
fn aclnnFloor(self_: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.same_dtype(&self_)?;
    contract::same_shape_to_rank_8(&self_, &out)?;
    self_.not_private()?;
    out.not_private()?;
    Ok(rounded(&FLOOR, self_.read()?, out.write()?)?)
}

/// Computes the largest integer not above each element, in place; integers stay.
#[aclnn]
fn aclnnInplaceFloor(self_ref: InOut) -> Planned {
    self_ref.dtype_in(TYPES)?;
    self_ref.max_rank(8)?;
    self_ref.not_private()?;
    Ok(rounded_in_place(&FLOOR, self_ref.update()?)?)
}
