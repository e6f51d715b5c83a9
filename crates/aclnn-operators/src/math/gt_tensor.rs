//! `aclnnGtTensor`, `aclnnInplaceGtTensor`: comparison of two tensors.
//!
//! Both are promoted; on Ascend950 a tensor of rank 0 beside one of another rank counts by its category only. A comparison with NaN is
//! false. Source: ops-math, `math/greater`.

use crate::contract::comparison::GT;
use crate::prelude::*;

/// Computes whether elements of `self` are above those of `other`, broadcast: 1 or 0 in the type of `out`.
#[aclnn]
fn aclnnGtTensor(self_: Input, other: Input, out: Output) -> Planned {
    GT.tensors((&self_, &out), &other)
}

/// Computes whether elements of `selfRef` are above those of `other`, broadcast, in place: 1 or 0 in the type of `selfRef`.
#[aclnn]
fn aclnnInplaceGtTensor(self_ref: ConstInOut, other: Input) -> Planned {
    GT.tensors(&self_ref, &other)
}
