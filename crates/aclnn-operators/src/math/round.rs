//! `aclnnRound`, `aclnnInplaceRound`, `aclnnRoundDecimals`, `aclnnInplaceRoundDecimals`: rounding to integers and to decimals. Source: ops-math, `math/round`.

use crate::ops::piecewise::{ROUND, rounded, rounded_in_place};
use crate::ops::signs::ROUND_DECIMALS;
use crate::prelude::*;
use crate::tensor::Value;

const TYPES: Dtypes = on_910(&[F32, F16, F64, I32, I64]).and_after_910(&[Bf16]);

/// Computes the nearest integer of each element, of two the even one. `out` has the type of `self`; integers are copied.
#[aclnn]
fn aclnnRound(self_: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.same_dtype(&self_)?;
    contract::same_shape_to_rank_8(&self_, &out)?;
    self_.not_private()?;
    out.not_private()?;
    Ok(rounded(&ROUND, self_.read()?, out.write()?)?)
}

/// Computes the nearest integer of each element, of two the even one, in place; integers stay.
#[aclnn]
fn aclnnInplaceRound(self_ref: ConstInOut) -> Planned {
    self_ref.dtype_in(TYPES)?;
    self_ref.max_rank(8)?;
    self_ref.not_private()?;
    Ok(rounded_in_place(&ROUND, self_ref.update()?)?)
}

fn rounded_to(place: Place, decimals: i64) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(TYPES)?;
    out.same_dtype(self_)?;
    contract::same_shape_to_rank_8(self_, out)?;
    contract::none_private(&[self_, out])?;
    place.unary(&ROUND_DECIMALS, self_.dtype()?, &[Value::new(decimals)])
}

/// Rounds each element to `decimals` digits behind the point, or with `decimals` below 0 to a multiple of a power of ten, of two the even one. `out`
/// has the type of `self`.
#[aclnn]
fn aclnnRoundDecimals(self_: Input, decimals: i64, out: Output) -> Planned {
    rounded_to((&self_, &out).into(), decimals)
}

/// Rounds each element to `decimals` digits behind the point, or with `decimals` below 0 to a multiple of a power of ten, in place.
#[aclnn]
fn aclnnInplaceRoundDecimals(self_ref: InOut, decimals: i64) -> Planned {
    rounded_to((&self_ref).into(), decimals)
}
