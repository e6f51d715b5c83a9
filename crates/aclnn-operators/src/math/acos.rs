//! `aclnnAcos`, `aclnnInplaceAcos`: inverse cosines, in radians. NaN outside [-1, 1]. Source: ops-math, `math/acos`.

use crate::ops::unary::ACOS;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS);

const OUTPUT: Dtypes = FLOATING_EVERYWHERE;

const IN_PLACE: Dtypes = FLOATING;

/// Computes the inverse cosine of each element, in radians. Integers and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnAcos(input: Input, out: Output) -> Planned {
    contract::float_unary(
        &ACOS,
        INPUT,
        Results::In(OUTPUT),
        Integers::InF32,
        input,
        out,
    )
}

/// Computes the inverse cosine of each element, in radians, in place.
#[aclnn]
fn aclnnInplaceAcos(input_ref: InOut) -> Planned {
    contract::float_unary_in_place(&ACOS, IN_PLACE, input_ref)
}
