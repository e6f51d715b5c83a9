//! `aclnnBitwiseXorScalar`, `aclnnInplaceBitwiseXorScalar`: bits of a tensor of integers and a scalar, or logic of BOOL. Source: ops-math,
//! `math/bitwise_xor`.

use crate::contract::bits::XOR;
use crate::prelude::*;

/// Computes the bits that exactly one has, of integers and BOOL: on Ascend950 in the type of `self`, unless that is BOOL.
#[aclnn]
fn aclnnBitwiseXorScalar(self_: Input, other: Scalar, out: Output) -> Planned {
    XOR.scalar((&self_, &out), &other)
}

/// Computes the bits that exactly one has, of integers and BOOL, in place.
#[aclnn]
fn aclnnInplaceBitwiseXorScalar(self_ref: InOut, other: Scalar) -> Planned {
    XOR.scalar(&self_ref, &other)
}
