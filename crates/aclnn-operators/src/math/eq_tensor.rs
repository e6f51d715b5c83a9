//! `aclnnEqTensor`, `aclnnInplaceEqTensor`: comparison of two tensors.
//!
//! Both are promoted; on Ascend950 a tensor of rank 0 beside one of another rank counts by its category only. A comparison with NaN is
//! false. Source: ops-math, `math/equal`.

use crate::contract::comparison::EQ;
use crate::prelude::*;

/// Computes whether elements of `self` equal those of `other`, broadcast: 1 or 0 in the type of `out`.
#[aclnn]
fn aclnnEqTensor(self_: Input, other: Input, out: Output) -> Planned {
    EQ.tensors((&self_, &out), &other)
}

/// Computes whether elements of `selfRef` equal those of `other`, broadcast, in place: 1 or 0 in the type of `selfRef`.
#[aclnn(prologue = last)]
fn aclnnInplaceEqTensor(self_ref: ConstInOut, other: Input) -> Planned {
    contract::broadcasts_in_place(&self_ref, &other)?;
    EQ.tensors(&self_ref, &other)
}
