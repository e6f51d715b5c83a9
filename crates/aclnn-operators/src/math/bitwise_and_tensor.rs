//! `aclnnBitwiseAndTensor`, `aclnnInplaceBitwiseAndTensor`: bits of two tensors of integers, or logic of BOOL. Source: ops-math,
//! `math/bitwise_and`.

use crate::contract::bits::AND;
use crate::prelude::*;

/// Computes the bits that both have, of integers and BOOL, broadcast, in the type that both promote to.
#[aclnn]
fn aclnnBitwiseAndTensor(self_: Input, other: Input, out: Output) -> Planned {
    AND.tensors((&self_, &out), &other)
}

/// Computes the bits that both have, of integers and BOOL, in place.
#[aclnn]
fn aclnnInplaceBitwiseAndTensor(self_ref: ConstInOut, other: Input) -> Planned {
    AND.tensors(&self_ref, &other)
}
