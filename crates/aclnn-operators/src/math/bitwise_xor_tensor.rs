//! `aclnnBitwiseXorTensor`, `aclnnInplaceBitwiseXorTensor`: bits of two tensors of integers, or logic of BOOL. Source: ops-math,
//! `math/bitwise_xor`.

use crate::contract::bits::XOR;
use crate::prelude::*;

/// Computes the bits that exactly one has, of integers and BOOL, broadcast, in the type that both promote to.
#[aclnn]
fn aclnnBitwiseXorTensor(self_: Input, other: Input, out: Output) -> Planned {
    XOR.tensors((&self_, &out), &other)
}

/// Computes the bits that exactly one has, of integers and BOOL, in place.
#[aclnn]
fn aclnnInplaceBitwiseXorTensor(self_ref: InOut, other: Input) -> Planned {
    XOR.tensors(&self_ref, &other)
}
