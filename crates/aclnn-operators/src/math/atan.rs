//! `aclnnAtan`, `aclnnInplaceAtan`: inverse tangents, in radians. Source: ops-math, `math/atan`.

use crate::ops::unary::ATAN;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS);

const OUTPUT: Dtypes = FLOATING_EVERYWHERE;

const IN_PLACE: Dtypes = FLOATING;

/// Computes the inverse tangent of each element, in radians. Integers and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnAtan(input: Input, out: Output) -> Planned {
    contract::float_unary(
        &ATAN,
        INPUT,
        Results::In(OUTPUT),
        Integers::InF32,
        input,
        out,
    )
}

/// Computes the inverse tangent of each element, in radians, in place.
#[aclnn]
fn aclnnInplaceAtan(input_ref: InOut) -> Planned {
    contract::float_unary_in_place(&ATAN, IN_PLACE, input_ref)
}
