//! `aclnnNeScalar`, `aclnnInplaceNeScalar`: comparison of a tensor and a scalar.
//!
//! On Ascend950 the scalar counts by its category only: a floating-point tensor keeps its type, an integer one too beside integers, of which it
//! sees the low bits. A comparison with NaN is true. Source: ops-math, `math/not_equal`.

use crate::contract::comparison::NE;
use crate::prelude::*;

/// Computes whether elements of `self` differ from `other`: 1 or 0 in the type of `out`.
#[aclnn]
fn aclnnNeScalar(self_: Input, other: Scalar, out: Output) -> Planned {
    NE.scalar((&self_, &out), &other)
}

/// Computes whether elements of `selfRef` differ from `other`, in place: 1 or 0 in the type of `selfRef`.
#[aclnn]
fn aclnnInplaceNeScalar(self_ref: InOut, other: Scalar) -> Planned {
    NE.scalar(&self_ref, &other)
}
