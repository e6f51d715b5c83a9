//! `aclnnBitwiseOrScalar`, `aclnnInplaceBitwiseOrScalar`: bits of a tensor of integers and a scalar, or logic of BOOL. Source: ops-math,
//! `math/bitwise_or`.

use crate::contract::bits::OR;
use crate::prelude::*;

/// Computes the bits that one has, of integers and BOOL: on Ascend950 in the type of `self`, unless that is BOOL.
#[aclnn]
fn aclnnBitwiseOrScalar(self_: Input, other: Scalar, out: Output) -> Planned {
    OR.scalar((&self_, &out), &other)
}

/// Computes the bits that one has, of integers and BOOL, in place.
#[aclnn]
fn aclnnInplaceBitwiseOrScalar(self_ref: InOut, other: Scalar) -> Planned {
    OR.scalar(&self_ref, &other)
}
