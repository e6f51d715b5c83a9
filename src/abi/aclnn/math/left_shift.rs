//! `aclnnLeftShift`: bits shifted to the left. Source: ops-math, `math/left_shift`.

use crate::abi::aclnn::prelude::*;
use crate::ops::integers::LEFT_SHIFT;

/// Shifts each integer to the left by the element of `shiftBits`, broadcast, in the type that both promote to: 0 for a count that is negative, or
/// not below the number of bits.
#[aclnn]
fn aclnnLeftShift(self_: Input, shift_bits: Input, out: Output) -> Planned {
    contract::shift(&LEFT_SHIFT, true, (&self_, &out).into(), &shift_bits)
}
