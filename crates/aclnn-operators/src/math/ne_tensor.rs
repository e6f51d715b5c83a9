//! `aclnnNeTensor`, `aclnnInplaceNeTensor`: comparison of two tensors.
//!
//! Both are promoted; on Ascend950 a tensor of rank 0 beside one of another rank counts by its category only. A comparison with NaN is
//! true. An empty `self` or `other` succeeds before anything else is looked at. Source: ops-math, `math/not_equal`.

use crate::contract::comparison::NE;
use crate::prelude::*;

/// Computes whether elements of `self` differ from those of `other`, broadcast: 1 or 0 in the type of `out`.
#[aclnn]
fn aclnnNeTensor(self_: Input, other: Input, out: Output) -> Planned {
    NE.tensors((&self_, &out), &other)
}

/// Computes whether elements of `selfRef` differ from those of `other`, broadcast, in place: 1 or 0 in the type of `selfRef`.
#[aclnn]
fn aclnnInplaceNeTensor(self_ref: InOut, other: Input) -> Planned {
    NE.tensors(&self_ref, &other)
}
