//! `aclnnDiv`, `aclnnDivMod`, `aclnnInplaceDiv`, `aclnnInplaceDivMod`: quotients, true ones or rounded to integers.
//!
//! True quotients of integers and BOOL are computed in FLOAT, as all quotients of BOOL are. Integers divided by 0 give -1. On chips other than
//! Ascend950 the type of `out` is held against that in which the operands meet, so that true quotients of integers may be stored as integers,
//! cut off toward zero; on Ascend950 quotients toward zero are stored in any type. Source: ops-math, `math/div`.

use crate::abi::aclnn::prelude::*;
use crate::ops::division::Quotient;

const NUMBERS: Dtypes = on_910(&[
    F16, F32, I64, I32, I16, I8, U8, F64, Bool, Complex64, Complex128,
])
.and_910b(&[Bf16]);

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
