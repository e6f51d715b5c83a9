//! `aclnnCosh`, `aclnnInplaceCosh`: hyperbolic cosines. Source: ops-math, `math/cosh`.

use crate::ops::unary::COSH;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS).or(COMPLEX);

const OUTPUT: Dtypes = FLOATING_EVERYWHERE.or(COMPLEX);

const IN_PLACE: Dtypes = FLOATING.or(COMPLEX);

/// Computes the hyperbolic cosine of each element. Integers and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnCosh(self_: Input, out: Output) -> Planned {
    contract::float_unary_public(
        &COSH,
        INPUT,
        Results::In(OUTPUT),
        Integers::InF32,
        self_,
        out,
    )
}

/// Computes the hyperbolic cosine of each element, in place.
#[aclnn(prologue = last)]
fn aclnnInplaceCosh(self_ref: InOut) -> Planned {
    contract::float_unary_public_in_place(&COSH, IN_PLACE, self_ref)
}
