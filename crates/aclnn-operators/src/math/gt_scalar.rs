//! `aclnnGtScalar`, `aclnnInplaceGtScalar`: comparison of a tensor and a scalar.
//!
//! On Ascend950 the scalar counts by its category only: a floating-point tensor keeps its type, an integer one too beside integers, of which it
//! sees the low bits. A comparison with NaN is false. Source: ops-math, `math/greater`.

use crate::contract::comparison::GT;
use crate::prelude::*;

/// Computes whether elements of `self` are above `other`: 1 or 0 in the type of `out`.
#[aclnn]
fn aclnnGtScalar(self_: Input, other: Scalar, out: Output) -> Planned {
    GT.scalar((&self_, &out), &other)
}

/// Computes whether elements of `selfRef` are above `other`, in place: 1 or 0 in the type of `selfRef`.
#[aclnn]
fn aclnnInplaceGtScalar(self_ref: InOut, other: Scalar) -> Planned {
    GT.scalar(&self_ref, &other)
}
