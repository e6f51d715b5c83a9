//! `aclnnRsqrt`, `aclnnInplaceRsqrt`: reciprocals of square roots. Infinite at 0, NaN below. Source: ops-math, `math/rsqrt`.

use crate::ops::unary::RSQRT;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS).or(COMPLEX);

const OUTPUT: Dtypes = FLOATING_EVERYWHERE.or(COMPLEX);

const IN_PLACE: Dtypes = FLOATING.or(COMPLEX);

/// Computes 1 divided by the square root of each element. Integers and BOOL are converted to the type of `out` first.
#[aclnn]
fn aclnnRsqrt(self_: Input, out: Output) -> Planned {
    contract::float_unary(
        &RSQRT,
        INPUT,
        Results::In(OUTPUT),
        Integers::InOutput,
        self_,
        out,
    )
}

/// Computes 1 divided by the square root of each element, in place.
#[aclnn]
fn aclnnInplaceRsqrt(self_ref: InOut) -> Planned {
    contract::float_unary_in_place(&RSQRT, IN_PLACE, self_ref)
}
