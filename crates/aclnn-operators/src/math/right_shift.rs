//! `aclnnRightShift`: bits shifted to the right. Source: ops-math, `math/right_shift`.

use crate::ops::integers::RIGHT_SHIFT;
use crate::prelude::*;

/// Shifts each integer to the right by the element of `shiftBits`, broadcast, in the type that both promote to, filled with its sign. Counts are
/// limited to those from 0 to the number of bits less 1.
#[aclnn]
fn aclnnRightShift(input: Input, shift_bits: Input, out: Output) -> Planned {
    contract::shift(&RIGHT_SHIFT, false, (&input, &out).into(), &shift_bits)
}
