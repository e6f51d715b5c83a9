//! `aclnnFmodScalar`, `aclnnInplaceFmodScalar`: remainders of a division by a number, with the sign of the dividend.
//!
//! Exact for every ratio; integers divided by 0 give -1. Results are converted to any type of `out`: to integers toward zero. A null `other` is
//! 561103. Source: ops-math, `math/mod`.

use crate::ops::division::FMOD;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, I32, I8, F16, U8, F64, I64]).and_910b(&[Bf16]);

fn remainders(place: Place, other: Option<&Scalar>) -> Planned {
    let other = other
        .ok_or_else(|| Error::from(Reason::Null { arg: "other" }))
        .code(ACLNN_ERR_INNER_NULLPTR)?;
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(TYPES)?;
    other.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    let compute = match contract::on_950() {
        true => contract::by_own_category(self_, other)?,
        false => contract::by_table(self_, other)?,
    };
    contract::computes_in(compute, TYPES, self_)?;
    self_.max_rank(8)?;
    out.same_shape(self_)?;
    place.binary(&FMOD, compute, other.in_type(compute)?)
}

/// Computes what is left of `self` after whole multiples of `other`. It has the sign of `self`.
#[aclnn]
fn aclnnFmodScalar(self_: Input, other: Option<Scalar>, out: Output) -> Planned {
    remainders((&self_, &out).into(), other.as_ref())
}

/// Computes what is left of `selfRef` after whole multiples of `other`, in place. It has the sign of `selfRef`.
#[aclnn]
fn aclnnInplaceFmodScalar(self_ref: InOut, other: Option<Scalar>) -> Planned {
    remainders((&self_ref).into(), other.as_ref())
}
