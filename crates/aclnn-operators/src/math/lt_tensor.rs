//! `aclnnLtTensor`, `aclnnInplaceLtTensor`: comparison of two tensors.
//!
//! Both are promoted; on Ascend950 a tensor of rank 0 beside one of another rank counts by its category only. A comparison with NaN is
//! false. Source: ops-math, `math/less`.

use crate::contract::comparison::LT;
use crate::prelude::*;

/// Computes whether elements of `self` are below those of `other`, broadcast: 1 or 0 in the type of `out`.
#[aclnn]
fn aclnnLtTensor(self_: Input, other: Input, out: Output) -> Planned {
    LT.tensors((&self_, &out), &other)
}

/// Computes whether elements of `selfRef` are below those of `other`, broadcast, in place: 1 or 0 in the type of `selfRef`.
#[aclnn]
fn aclnnInplaceLtTensor(self_ref: ConstInOut, other: Input) -> Planned {
    LT.tensors(&self_ref, &other)
}
