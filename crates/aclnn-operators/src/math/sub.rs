//! `aclnnSub`, `aclnnInplaceSub`, `aclnnSubs`, `aclnnInplaceSubs`: differences, the second term times `alpha`.
//!
//! Integers wrap; floating-point numbers are rounded once. Two BOOL give whether they differ. Source: ops-math, `math/sub`.

use crate::ops::arithmetic;
use crate::prelude::*;

/// Computes `self - alpha * other`, broadcast, in the type that both promote to.
#[aclnn]
fn aclnnSub(self_: Input, other: Input, alpha: Scalar, out: Output) -> Planned {
    contract::sum_of_tensors(arithmetic::sub, (&self_, &out), &other, &alpha)
}

/// Computes `selfRef - alpha * other` in place, in the type that both promote to.
#[aclnn]
fn aclnnInplaceSub(self_ref: InOut, other: Input, alpha: Scalar) -> Planned {
    contract::sum_of_tensors(arithmetic::sub, &self_ref, &other, &alpha)
}

/// Computes `self - alpha * other`, a scalar, in the type that both give.
#[aclnn]
fn aclnnSubs(self_: Input, other: Scalar, alpha: Scalar, out: Output) -> Planned {
    contract::sum_with_scalar(arithmetic::sub, (&self_, &out), &other, &alpha)
}

/// Computes `selfRef - alpha * other`, a scalar, in place.
#[aclnn]
fn aclnnInplaceSubs(self_ref: InOut, other: Scalar, alpha: Scalar) -> Planned {
    contract::sum_with_scalar(arithmetic::sub, &self_ref, &other, &alpha)
}
