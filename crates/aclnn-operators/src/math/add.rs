//! `aclnnAdd`, `aclnnInplaceAdd`, `aclnnAdds`, `aclnnInplaceAdds`: sums, the second term times `alpha`.
//!
//! Integers wrap; floating-point numbers are rounded once. Two BOOL give whether one is true. Source: ops-math, `math/add`.

use crate::ops::arithmetic;
use crate::prelude::*;

/// Computes `self + alpha * other`, broadcast, in the type that both promote to.
#[aclnn]
fn aclnnAdd(self_: Input, other: Input, alpha: Scalar, out: Output) -> Planned {
    contract::sum_of_tensors(arithmetic::add, (&self_, &out), &other, &alpha)
}

/// Computes `selfRef + alpha * other` in place, in the type that both promote to.
#[aclnn(prologue = last)]
fn aclnnInplaceAdd(self_ref: ConstInOut, other: Input, alpha: Scalar) -> Planned {
    contract::broadcasts_in_place(&self_ref, &other)?;
    contract::sum_of_tensors(arithmetic::add, &self_ref, &other, &alpha)
}

/// Computes `self + alpha * other`, a scalar, in the type that both give.
#[aclnn]
fn aclnnAdds(self_: Input, other: Scalar, alpha: Scalar, out: Output) -> Planned {
    contract::sum_with_scalar(arithmetic::add, (&self_, &out), &other, &alpha)
}

/// Computes `selfRef + alpha * other`, a scalar, in place.
#[aclnn]
fn aclnnInplaceAdds(self_ref: ConstInOut, other: Scalar, alpha: Scalar) -> Planned {
    contract::sum_with_scalar(arithmetic::add, &self_ref, &other, &alpha)
}
