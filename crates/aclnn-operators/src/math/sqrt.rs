//! `aclnnSqrt`, `aclnnInplaceSqrt`: square roots, correctly rounded. NaN below 0. Source: ops-math, `math/sqrt`.

use crate::ops::unary::SQRT;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS).or(COMPLEX).and_after_910(&[Bf16]);

const IN_PLACE: Dtypes = FLOATING.or(COMPLEX);

/// Computes the square root of each element. Integers and BOOL are computed in FLOAT, INT64 in DOUBLE.
#[aclnn]
fn aclnnSqrt(self_: Input, out: Output) -> Planned {
    contract::float_unary(
        &SQRT,
        INPUT,
        Results::Castable,
        Integers::InF32OrF64,
        self_,
        out,
    )
}

/// Computes the square root of each element, in place.
#[aclnn(prologue = last)]
fn aclnnInplaceSqrt(self_: InOut) -> Planned {
    contract::float_unary_in_place(&SQRT, IN_PLACE, self_)
}
