//! `aclnnLeScalar`, `aclnnInplaceLeScalar`: comparison of a tensor and a scalar.
//!
//! On Ascend950 the scalar counts by its category only: a floating-point tensor keeps its type, an integer one too beside integers, of which it
//! sees the low bits. A comparison with NaN is false. Source: ops-math, `math/less_equal`.

use crate::contract::comparison::LE;
use crate::prelude::*;

/// Computes whether elements of `self` are below `other`, or equal: 1 or 0 in the type of `out`.
#[aclnn]
fn aclnnLeScalar(self_: Input, other: Scalar, out: Output) -> Planned {
    LE.scalar((&self_, &out), &other)
}

/// Computes whether elements of `selfRef` are below `other`, or equal, in place: 1 or 0 in the type of `selfRef`.
#[aclnn]
fn aclnnInplaceLeScalar(self_ref: InOut, other: Scalar) -> Planned {
    LE.scalar(&self_ref, &other)
}
