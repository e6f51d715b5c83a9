//! `aclnnRemainderTensorTensor`, `aclnnRemainderTensorScalar`, both in place too, `aclnnRemainderScalarTensor`: remainders with the sign of the divisor.
//!
//! An integer divided by 0 stays, as the vendor's pages say. Source: ops-math, `math/floor_mod`.

use crate::ops::division::REMAINDER;
use crate::prelude::*;

const REALS: Dtypes = REAL_NUMBERS_AND_BOOL_EVERYWHERE;
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

/// Checks what forms with a scalar share once their computation type is known.
fn with_scalar(compute: Dtype, tensor: &TensorArg, out: &TensorArg) -> Result<()> {
    out.takes(compute)?;
    contract::up_to_rank_8(&[tensor, out])?;
    out.same_shape(tensor)
}

/// Plans remainders of a division by a number.
fn remainders_of(place: Place, other: &Scalar) -> Planned {
    let self_ = place.input();
    self_.dtype_in(REALS)?;
    let compute = match contract::on_950() {
        true => contract::by_own_category(self_, other)?,
        false => contract::by_kind(self_, other)?,
    };
    contract::computes_in(compute, COMPUTED, self_)?;
    with_scalar(compute, self_, place.out())?;
    place.binary(&REMAINDER, compute, other.in_type(compute)?)
}

/// Computes `self - other * floor(self / other)`, `other` a scalar. It has the sign of `other`.
#[aclnn]
fn aclnnRemainderTensorScalar(self_: Input, other: Scalar, out: Output) -> Planned {
    remainders_of((&self_, &out).into(), &other)
}

/// Computes `selfRef - other * floor(selfRef / other)`, `other` a scalar, in place. It has the sign of `other`.
#[aclnn]
fn aclnnInplaceRemainderTensorScalar(self_ref: InOut, other: Scalar) -> Planned {
    remainders_of((&self_ref).into(), &other)
}

/// Computes `self - other * floor(self / other)`, `self` a scalar. It has the sign of `other`. On chips other than Ascend950 it is computed in the
/// type of `out`.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnRemainderScalarTensor(self_: Scalar, other: Input, out: Output) -> Planned {
    other.dtype_in(REALS)?;
    out.dtype_in(COMPUTED)?;
    if self_.dtype().is_complex() {
        return Err(Error::dtype(self_.name(), self_.dtype(), "real numbers").into());
    }
    let compute = match contract::on_950() {
        true => contract::by_own_category(&other, &self_)?,
        false => out.dtype()?,
    };
    other.casts_to(compute)?;
    with_scalar(compute, &other, &out)?;
    Place::from((&other, &out)).binary_after(&REMAINDER, compute, self_.in_type(compute)?)
}
