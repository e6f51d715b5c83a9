//! `aclnnErfinv`, `aclnnInplaceErfinv`: the inverse of the error function. Infinite at 1 and -1, NaN beyond. Source: ops-nn,
//! `activation/erfinv`.

use crate::ops::unary::ERFINV;
use crate::prelude::*;

const INPUT: Dtypes = SHORT_FLOATING.or(INTEGERS);

const IN_PLACE: Dtypes = SHORT_FLOATING;

/// Computes the inverse error function of each element. Integers and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnErfinv(self_: Input, out: Output) -> Planned {
    contract::float_unary(
        &ERFINV,
        INPUT,
        Results::Castable,
        Integers::InF32,
        self_,
        out,
    )
}

/// Computes the inverse error function of each element, in place.
#[aclnn]
fn aclnnInplaceErfinv(self_ref: ConstInOut) -> Planned {
    contract::float_unary_in_place(&ERFINV, IN_PLACE, self_ref)
}
