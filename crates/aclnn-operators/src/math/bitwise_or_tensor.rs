//! `aclnnBitwiseOrTensor`, `aclnnInplaceBitwiseOrTensor`: bits of two tensors of integers, or logic of BOOL. Source: ops-math,
//! `math/bitwise_or`.

use crate::contract::bits::OR;
use crate::prelude::*;

/// Computes the bits that one has, of integers and BOOL, broadcast, in the type that both promote to.
#[aclnn]
fn aclnnBitwiseOrTensor(self_: Input, other: Input, out: Output) -> Planned {
    OR.tensors((&self_, &out), &other)
}

/// Computes the bits that one has, of integers and BOOL, in place.
#[aclnn]
fn aclnnInplaceBitwiseOrTensor(self_ref: InOut, other: Input) -> Planned {
    OR.tensors(&self_ref, &other)
}
