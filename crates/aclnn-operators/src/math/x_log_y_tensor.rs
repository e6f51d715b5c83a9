//! `aclnnXLogYTensor`, `aclnnInplaceXLogYTensor`: products of numbers and logarithms.
//!
//! Integers and BOOL are computed in FLOAT. Results are converted to any type of `out`: to integers toward zero. Source: ops-math, `math/xlogy`.

use crate::ops::functions_of_two::{XLOGY, floating};
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, F16, I32, I64, I8, U8, Bool, I16]).and_910b(&[Bf16]);

fn products(place: Place, other: &Input) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(TYPES)?;
    other.dtype_in(TYPES)?;
    let compute = floating(contract::promoted(self_, other)?);
    out.dtype_in(contract::STORED)?;
    contract::broadcasts_to(self_, other, out)?;
    place.binary(&XLOGY, compute, other.read()?)
}

/// Computes `self * ln(other)`, broadcast: NaN where `other` is, else 0 where `self` is 0.
#[aclnn]
fn aclnnXLogYTensor(self_: Input, other: Input, out: Output) -> Planned {
    products((&self_, &out).into(), &other)
}

/// Computes `selfRef * ln(other)` in place: NaN where `other` is, else 0 where `selfRef` is 0.
#[aclnn]
fn aclnnInplaceXLogYTensor(self_ref: InOut, other: Input) -> Planned {
    products((&self_ref).into(), &other)
}
