//! `aclnnEqScalar`, `aclnnInplaceEqScalar`: comparison of a tensor and a scalar.
//!
//! On Ascend950 the scalar counts by its category only: a floating-point tensor keeps its type, an integer one too beside integers, of which it
//! sees the low bits. A comparison with NaN is false. Source: ops-math, `math/equal`.

use crate::contract::comparison::EQ;
use crate::prelude::*;

/// Computes whether elements of `self` equal `other`: 1 or 0 in the type of `out`.
#[aclnn]
fn aclnnEqScalar(self_: Input, other: Scalar, out: Output) -> Planned {
    EQ.scalar((&self_, &out), &other)
}

/// Computes whether elements of `selfRef` equal `other`, in place: 1 or 0 in the type of `selfRef`.
#[aclnn]
fn aclnnInplaceEqScalar(self_ref: ConstInOut, other: Scalar) -> Planned {
    EQ.scalar(&self_ref, &other)
}
