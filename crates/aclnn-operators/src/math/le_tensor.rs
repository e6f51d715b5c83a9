//! `aclnnLeTensor`, `aclnnInplaceLeTensor`: comparison of two tensors.
//!
//! Both are promoted; on Ascend950 a tensor of rank 0 beside one of another rank counts by its category only. A comparison with NaN is
//! false. An empty `self` or `other` succeeds before anything else is looked at. Source: ops-math, `math/less_equal`.

use crate::contract::comparison::LE;
use crate::prelude::*;

/// Computes whether elements of `self` are below those of `other`, or equal, broadcast: 1 or 0 in the type of `out`.
#[aclnn]
fn aclnnLeTensor(self_: Input, other: Input, out: Output) -> Planned {
    LE.tensors((&self_, &out), &other)
}

/// Computes whether elements of `selfRef` are below those of `other`, or equal, broadcast, in place: 1 or 0 in the type of `selfRef`.
#[aclnn]
fn aclnnInplaceLeTensor(self_ref: InOut, other: Input) -> Planned {
    LE.tensors(&self_ref, &other)
}
