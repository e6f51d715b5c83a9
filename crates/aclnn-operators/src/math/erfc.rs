//! `aclnnErfc`, `aclnnInplaceErfc`: the complementary error function, `1 - erf(x)`, accurate where that is small. Source: ops-math,
//! `math/erfc`.

use crate::ops::unary::ERFC;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(BOOL_AND_INT64);

const IN_PLACE: Dtypes = FLOATING;

/// Computes the complementary error function of each element. INT64 and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnErfc(self_: Input, out: Output) -> Planned {
    contract::float_unary(&ERFC, INPUT, Results::Castable, Integers::InF32, self_, out)
}

/// Computes the complementary error function of each element, in place.
#[aclnn(prologue = last)]
fn aclnnInplaceErfc(self_ref: ConstInOut) -> Planned {
    contract::float_unary_in_place(&ERFC, IN_PLACE, self_ref)
}
