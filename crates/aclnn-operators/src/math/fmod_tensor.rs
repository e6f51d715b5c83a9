//! `aclnnFmodTensor`, `aclnnInplaceFmodTensor`: remainders with the sign of the dividend.
//!
//! Exact for every ratio; integers divided by 0 give -1. Results are converted to any type of `out`: to integers toward zero. Source: ops-math,
//! `math/mod`.

use crate::ops::division::FMOD;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, I32, I8, F16, U8, F64, I64]).and_910b(&[Bf16]);

fn remainders(place: Place, other: &Input) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(TYPES)?;
    other.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    let compute = contract::promoted(self_, other)?;
    contract::computes_in(compute, TYPES, other)?;
    contract::broadcasts_to(self_, other, out)?;
    place.binary(&FMOD, compute, other.read()?)
}

/// Computes what is left of `self` after whole multiples of `other`, broadcast. It has the sign of `self`.
#[aclnn]
fn aclnnFmodTensor(self_: Input, other: Input, out: Output) -> Planned {
    remainders((&self_, &out).into(), &other)
}

/// Computes what is left of `selfRef` after whole multiples of `other`, in place. It has the sign of `selfRef`.
#[aclnn]
fn aclnnInplaceFmodTensor(self_ref: InOut, other: Input) -> Planned {
    remainders((&self_ref).into(), &other)
}
