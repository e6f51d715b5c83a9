//! `aclnnDiv`, `aclnnDivMod`, `aclnnDivs`, `aclnnDivMods` and the same in place: quotients, true ones or rounded to integers.
//!
//! True quotients of integers and BOOL are computed in FLOAT, as all quotients of BOOL are. Integers divided by 0 give -1. On chips other than
//! Ascend950 the type of `out` is held against that in which the operands meet, so that true quotients of integers may be stored as integers,
//! cut off toward zero; on Ascend950 quotients toward zero are stored in any type. Source: ops-math, `math/div`.

use crate::ops::arithmetic::DIV_SCALAR;
use crate::ops::division::Quotient;
use crate::prelude::*;

const NUMBERS: Dtypes = COMPLEX_NUMBERS_AND_BOOL;

/// Plans quotients of the kind that `mode` says: 0 true, 1 toward zero, 2 toward minus infinity.
fn quotients(mode: c_int, place: Place, other: &Input) -> Planned {
    let (self_, out) = (place.input(), place.out());
    contract::broadcasts_to(self_, other, out)?;
    other.dtype_in(NUMBERS)?;
    self_.dtype_in(NUMBERS)?;
    let promoted = contract::promoted(self_, other)?;
    match mode {
        0 if contract::on_950() => out.takes(Quotient::True.compute(promoted))?,
        1 if contract::on_950() => out.dtype_in(contract::STORED)?,
        _ => out.takes(promoted)?,
    }
    contract::none_private(&[self_, other, out])?;
    let quotient = contract::quotient_of(mode)?;
    if self_.is_empty() || other.is_empty() {
        return place.nothing([other.read()?]);
    }
    if quotient != Quotient::True && promoted.is_complex() {
        return Err(contract::no_result_in(other, promoted, "real numbers").into());
    }
    let (table, compute) = (quotient.table(), quotient.compute(promoted));
    place.binary(table, compute, other.read()?)
}

/// Computes `self / other`, broadcast, in the type that both promote to; integers in FLOAT.
#[aclnn]
fn aclnnDiv(self_: Input, other: Input, out: Output) -> Planned {
    quotients(0, (&self_, &out).into(), &other)
}

/// Computes `selfRef / other` in place, in the type that both promote to; integers in FLOAT.
#[aclnn(prologue = last)]
fn aclnnInplaceDiv(self_ref: InOut, other: Input) -> Planned {
    contract::broadcasts_in_place(&self_ref, &other)?;
    quotients(0, (&self_ref).into(), &other)
}

/// Computes `self / other`, broadcast: the quotient itself where `mode` is 0, cut off toward zero where it is 1, its floor where it is 2.
#[aclnn]
fn aclnnDivMod(self_: Input, other: Input, mode: c_int, out: Output) -> Planned {
    quotients(mode, (&self_, &out).into(), &other)
}

/// Computes `selfRef / other` in place: the quotient itself where `mode` is 0, cut off toward zero where it is 1, its floor where it is 2.
#[aclnn(prologue = last)]
fn aclnnInplaceDivMod(self_ref: InOut, other: Input, mode: c_int) -> Planned {
    contract::broadcasts_in_place(&self_ref, &other)?;
    quotients(mode, (&self_ref).into(), &other)
}

/// Plans quotients by a number, as [`quotients`]. FLOAT16 and BFLOAT16 are divided by a FLOAT, and true quotients of their type rounded once.
fn quotients_by(mode: c_int, place: Place, other: &Scalar) -> Planned {
    let (self_, out) = (place.input(), place.out());
    contract::none_private(&[self_, out])?;
    other.dtype_in(NUMBERS)?;
    self_.dtype_in(NUMBERS)?;
    self_.max_rank(8)?;
    out.same_shape(self_)?;
    let dtype = self_.dtype()?;
    let promoted = match contract::on_950() {
        true => contract::by_category(self_, other)?,
        false => contract::by_kind(self_, other)?,
    };
    match mode {
        0 if contract::on_950() => out.takes(Quotient::True.compute(promoted))?,
        1 if contract::on_950() => out.dtype_in(contract::STORED)?,
        2 if contract::on_950() => out.takes(promoted)?,
        _ => out.takes(dtype)?,
    }
    let quotient = contract::quotient_of(mode)?;
    if self_.is_empty() {
        return place.nothing(None);
    }
    if quotient != Quotient::True && promoted.is_complex() {
        return Err(contract::no_result_in(self_, promoted, "real numbers").into());
    }
    let is_short = matches!(promoted, F16 | Bf16);
    if is_short && quotient == Quotient::True && out.dtype()? == dtype {
        return place.unary(&DIV_SCALAR, dtype, &[other.in_type(F32)?]);
    }
    let compute = if is_short {
        F32
    } else {
        quotient.compute(promoted)
    };
    place.binary(quotient.table(), compute, other.in_type(compute)?)
}

/// Computes `self / other`, a scalar, in the type that both give; integers in FLOAT.
#[aclnn]
fn aclnnDivs(self_: Input, other: Scalar, out: Output) -> Planned {
    quotients_by(0, (&self_, &out).into(), &other)
}

/// Computes `selfRef / other`, a scalar, in place.
#[aclnn]
fn aclnnInplaceDivs(self_ref: InOut, other: Scalar) -> Planned {
    quotients_by(0, (&self_ref).into(), &other)
}

/// Computes `self / other`, a scalar: the quotient itself where `mode` is 0, cut off toward zero where it is 1, its floor where it is 2.
#[aclnn]
fn aclnnDivMods(self_: Input, other: Scalar, mode: c_int, out: Output) -> Planned {
    quotients_by(mode, (&self_, &out).into(), &other)
}

/// Computes `selfRef / other`, a scalar, in place: by `mode` as aclnnDivMods.
#[aclnn]
fn aclnnInplaceDivMods(self_ref: InOut, other: Scalar, mode: c_int) -> Planned {
    quotients_by(mode, (&self_ref).into(), &other)
}
