//! `aclnnSinc`, `aclnnInplaceSinc`: the sine cardinal, `sin(πx) / (πx)`. 1 at 0. Source: ops-math, `math/sinc`.

use crate::ops::unary::SINC;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS);

const OUTPUT: Dtypes = FLOATING_EVERYWHERE;

const IN_PLACE: Dtypes = FLOATING;

/// Computes `sin(πx) / (πx)` of each element. Integers and BOOL are computed in FLOAT.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnSinc(self_: Input, out: Output) -> Planned {
    contract::float_unary(
        &SINC,
        INPUT,
        Results::In(OUTPUT),
        Integers::InF32,
        self_,
        out,
    )
}

/// Computes `sin(πx) / (πx)` of each element, in place.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnInplaceSinc(self_ref: InOut) -> Planned {
    contract::float_unary_in_place(&SINC, IN_PLACE, self_ref)
}
