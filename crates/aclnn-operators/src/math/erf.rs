//! `aclnnErf`, `aclnnInplaceErf`: the error function. Source: ops-math, `math/erf`.

use crate::ops::unary::ERF;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(BOOL_AND_INT64);

const IN_PLACE: Dtypes = FLOATING;

/// Computes the error function of each element. INT64 and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnErf(self_: Input, out: Output) -> Planned {
    contract::float_unary(&ERF, INPUT, Results::Castable, Integers::InF32, self_, out)
}

/// Computes the error function of each element, in place.
#[aclnn]
fn aclnnInplaceErf(self_ref: InOut) -> Planned {
    contract::float_unary_in_place(&ERF, IN_PLACE, self_ref)
}
