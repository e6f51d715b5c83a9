//! `aclnnFloorDivide`, `aclnnFloorDivides` and the same in place: quotients toward minus infinity.
//!
//! BOOL is computed in FLOAT; integers divided by 0 give -1. On chips other than Ascend950 `out` may have any type. Source: ops-math,
//! `math/floor_div`.

use crate::ops::division::Quotient;
use crate::prelude::*;

const REALS: Dtypes = REAL_NUMBERS_AND_BOOL;

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

/// Plans quotients by a number. FLOAT16, BFLOAT16 and BOOL are computed in FLOAT.
fn floors_by(place: Place, other: &Scalar) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(REALS)?;
    other.dtype_in(REALS)?;
    let promoted = match contract::on_950() {
        true => contract::by_category(self_, other)?,
        false => contract::by_table(self_, other)?,
    };
    let compute = match promoted {
        F16 | Bf16 => F32,
        promoted => Quotient::Floored.compute(promoted),
    };
    match contract::on_950() {
        true => out.takes(compute)?,
        false => out.dtype_in(contract::STORED)?,
    }
    self_.max_rank(8)?;
    out.same_shape(self_)?;
    place.binary(Quotient::Floored.table(), compute, other.in_type(compute)?)
}

/// Computes the largest integer not above `self / other`, a scalar.
#[aclnn]
fn aclnnFloorDivides(self_: Input, other: Scalar, out: Output) -> Planned {
    floors_by((&self_, &out).into(), &other)
}

/// Computes the largest integer not above `selfRef / other`, a scalar, in place.
#[aclnn]
fn aclnnInplaceFloorDivides(self_ref: InOut, other: Scalar) -> Planned {
    floors_by((&self_ref).into(), &other)
}
