//! `aclnnLtScalar`, `aclnnInplaceLtScalar`: comparison of a tensor and a scalar.
//!
//! On Ascend950 the scalar counts by its category only: a floating-point tensor keeps its type, an integer one too beside integers, of which it
//! sees the low bits. A comparison with NaN is false. Source: ops-math, `math/less`.

use crate::contract::comparison::LT;
use crate::prelude::*;

/// Computes whether elements of `self` are below `other`: 1 or 0 in the type of `out`.
#[aclnn]
fn aclnnLtScalar(self_: Input, other: Scalar, out: Output) -> Planned {
    LT.scalar((&self_, &out), &other)
}

/// Computes whether elements of `selfRef` are below `other`, in place: 1 or 0 in the type of `selfRef`.
#[aclnn]
fn aclnnInplaceLtScalar(self_ref: ConstInOut, other: Scalar) -> Planned {
    LT.scalar(&self_ref, &other)
}
