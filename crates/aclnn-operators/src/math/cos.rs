//! `aclnnCos`, `aclnnInplaceCos`: cosines of radians. NaN at infinities. Source: ops-math, `math/cos`.

use crate::ops::unary::COS;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS).or(COMPLEX);

const OUTPUT: Dtypes = FLOATING.or(COMPLEX);

/// Computes the cosine of each element, in radians. Integers and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnCos(input: Input, out: Output) -> Planned {
    contract::float_unary(
        &COS,
        INPUT,
        Results::In(OUTPUT),
        Integers::InF32,
        input,
        out,
    )
}

/// Computes the cosine of each element, in radians, in place.
#[aclnn]
fn aclnnInplaceCos(input_ref: InOut) -> Planned {
    contract::float_unary_in_place(&COS, OUTPUT, input_ref)
}
