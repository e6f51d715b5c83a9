//! `aclnnFloorDivide`, `aclnnInplaceFloorDivide`: quotients toward minus infinity.
//!
//! BOOL is computed in FLOAT; integers divided by 0 give -1. On chips other than Ascend950 `out` may have any type. Source: ops-math,
//! `math/floor_div`.

use crate::abi::aclnn::prelude::*;
use crate::ops::division::Quotient;

const REALS: Dtypes = on_910(&[F32, F16, F64, I8, I16, I32, I64, U8, Bool]).and_910b(&[Bf16]);

fn floors(place: Place, other: &Input) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(REALS)?;
    other.dtype_in(REALS)?;
    let promoted = contract::promoted(self_, other)?;
    match contract::on_950() {
        true => out.takes(promoted)?,
        false => out.dtype_in(contract::STORED)?,
    }
    contract::broadcasts_to(self_, other, out)?;
    let floored = Quotient::Floored;
    place.binary(floored.table(), floored.compute(promoted), other.read()?)
}

/// Computes the largest integer not above `self / other`, broadcast, in the type that both promote to.
#[aclnn]
fn aclnnFloorDivide(self_: Input, other: Input, out: Output) -> Planned {
    floors((&self_, &out).into(), &other)
}

/// Computes the largest integer not above `selfRef / other` in place, in the type that both promote to.
#[aclnn]
fn aclnnInplaceFloorDivide(self_ref: InOut, other: Input) -> Planned {
    contract::broadcasts_in_place(&self_ref, &other)?;
    floors((&self_ref).into(), &other)
}
