//! `aclnnLeftShift`, `aclnnLeftShifts`: bits shifted to the left. Source: ops-math, `math/left_shift`.

use crate::ops::integers::LEFT_SHIFT;
use crate::prelude::*;

/// Shifts each integer to the left by the element of `shiftBits`, broadcast, in the type that both promote to: 0 for a count that is negative, or
/// not below the number of bits.
#[aclnn]
fn aclnnLeftShift(self_: Input, shift_bits: Input, out: Output) -> Planned {
    contract::shift(&LEFT_SHIFT, true, (&self_, &out).into(), &shift_bits)
}

const INTEGERS: Dtypes = ALL_INTEGERS;

/// Shifts each integer to the left by `shiftBits`, a scalar, in the type that both promote to: 0 for a count that is negative, or not below the number
/// of bits. An empty `self` succeeds before types meet.
#[aclnn]
fn aclnnLeftShifts(self_: Input, shift_bits: Scalar, out: Output) -> Planned {
    self_.dtype_in(INTEGERS)?;
    shift_bits.dtype_in(INTEGERS)?;
    out.dtype_in(INTEGERS)?;
    self_.max_rank(8)?;
    out.same_shape(&self_)?;
    contract::none_private(&[&self_, &out])?;
    let place = Place::from((&self_, &out));
    if self_.is_empty() {
        return place.nothing(None);
    }
    let compute = contract::by_table(&self_, &shift_bits)?;
    place.binary(&LEFT_SHIFT, compute, shift_bits.in_type(compute)?)
}
