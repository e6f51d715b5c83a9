//! `aclnnGeTensor`, `aclnnInplaceGeTensor`: comparison of two tensors.
//!
//! Both are promoted; on Ascend950 a tensor of rank 0 beside one of another rank counts by its category only. A comparison with NaN is
//! false. Source: ops-math, `math/greater_equal`.

use crate::contract::comparison::GE;
use crate::prelude::*;

/// Computes whether elements of `self` are above those of `other`, or equal, broadcast: 1 or 0 in the type of `out`.
#[aclnn]
fn aclnnGeTensor(self_: Input, other: Input, out: Output) -> Planned {
    GE.tensors((&self_, &out), &other)
}

/// Computes whether elements of `selfRef` are above those of `other`, or equal, broadcast, in place: 1 or 0 in the type of `selfRef`.
#[aclnn]
fn aclnnInplaceGeTensor(self_ref: InOut, other: Input) -> Planned {
    GE.tensors(&self_ref, &other)
}
