//! `aclnnAtanh`, `aclnnInplaceAtanh`: inverse hyperbolic tangents. Infinite at 1 and -1, NaN beyond. Source: ops-math, `math/atanh`.

use crate::ops::unary::ATANH;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS).or(COMPLEX);

const OUTPUT: Dtypes = FLOATING_EVERYWHERE.or(COMPLEX);

const IN_PLACE: Dtypes = FLOATING.or(COMPLEX);

/// Computes the inverse hyperbolic tangent of each element. Integers and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnAtanh(input: Input, out: Output) -> Planned {
    contract::float_unary(
        &ATANH,
        INPUT,
        Results::In(OUTPUT),
        Integers::InF32,
        input,
        out,
    )
}

/// Computes the inverse hyperbolic tangent of each element, in place.
#[aclnn]
fn aclnnInplaceAtanh(input_ref: InOut) -> Planned {
    contract::float_unary_in_place(&ATANH, IN_PLACE, input_ref)
}
