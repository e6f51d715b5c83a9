//! `aclnnBitwiseAndScalar`, `aclnnInplaceBitwiseAndScalar`: bits of a tensor of integers and a scalar, or logic of BOOL. Source: ops-math,
//! `math/bitwise_and`.

use crate::contract::bits::AND;
use crate::prelude::*;

/// Computes the bits that both have, of integers and BOOL: on Ascend950 in the type of `self`, unless that is BOOL.
#[aclnn]
fn aclnnBitwiseAndScalar(self_: Input, other: Scalar, out: Output) -> Planned {
    AND.scalar((&self_, &out), &other)
}

/// Computes the bits that both have, of integers and BOOL, in place.
#[aclnn]
fn aclnnInplaceBitwiseAndScalar(self_ref: ConstInOut, other: Scalar) -> Planned {
    AND.scalar(&self_ref, &other)
}
