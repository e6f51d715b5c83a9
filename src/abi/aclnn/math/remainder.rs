//! `aclnnRemainderTensorTensor`, `aclnnInplaceRemainderTensorTensor`: remainders with the sign of the divisor.
//!
//! Integers divided by 0 give -1. Source: ops-math, `math/floor_mod`.

use crate::abi::aclnn::prelude::*;
use crate::ops::division::REMAINDER;

const REALS: Dtypes = on_all(&[F32, F16, F64, I8, I16, I32, I64, U8, Bool, Bf16]);
const COMPUTED: Dtypes = on_910(&[I32, I64, F16, F32, F64]).and_910b(&[Bf16]);

fn remainders(place: Place, other: &Input) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(REALS)?;
    other.dtype_in(REALS)?;
    let compute = contract::promoted(self_, other)?;
    out.takes(compute)?;
    contract::computes_in(compute, COMPUTED, other)?;
    out.has_broadcast_shape(self_, other)?;
    contract::up_to_rank_8(&[self_, other, out])?;
    place.binary(&REMAINDER, compute, other.read()?)
}

/// Computes `self - other * floor(self / other)`, broadcast. It has the sign of `other`.
#[aclnn]
fn aclnnRemainderTensorTensor(self_: Input, other: Input, out: Output) -> Planned {
    remainders((&self_, &out).into(), &other)
}

/// Computes `selfRef - other * floor(selfRef / other)` in place. It has the sign of `other`.
#[aclnn]
fn aclnnInplaceRemainderTensorTensor(self_ref: InOut, other: Input) -> Planned {
    remainders((&self_ref).into(), &other)
}
