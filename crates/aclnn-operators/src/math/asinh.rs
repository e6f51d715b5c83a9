//! `aclnnAsinh`, `aclnnInplaceAsinh`: inverse hyperbolic sines. Source: ops-math, `math/asinh`.

use crate::ops::unary::ASINH;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS).or(COMPLEX);

const OUTPUT: Dtypes = FLOATING_EVERYWHERE.or(COMPLEX);

const IN_PLACE: Dtypes = FLOATING.or(COMPLEX);

/// Computes the inverse hyperbolic sine of each element. Integers and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnAsinh(input: Input, out: Output) -> Planned {
    contract::float_unary_public(
        &ASINH,
        INPUT,
        Results::In(OUTPUT),
        Integers::InF32,
        input,
        out,
    )
}

/// Computes the inverse hyperbolic sine of each element, in place.
#[aclnn]
fn aclnnInplaceAsinh(input_ref: InOut) -> Planned {
    contract::float_unary_public_in_place(&ASINH, IN_PLACE, input_ref)
}
