//! `aclnnExp`, `aclnnInplaceExp`: exponentials. Source: ops-math, `math/exp`.

use crate::ops::unary::EXP;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(COMPLEX).or(BOOL_AND_INT64);

const IN_PLACE: Dtypes = FLOATING.or(COMPLEX);

/// Computes e to the power of each element. INT64 and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnExp(self_: Input, out: Output) -> Planned {
    contract::float_unary(&EXP, INPUT, Results::Castable, Integers::InF32, self_, out)
}

/// Computes e to the power of each element, in place.
#[aclnn]
fn aclnnInplaceExp(self_ref: InOut) -> Planned {
    contract::float_unary_in_place(&EXP, IN_PLACE, self_ref)
}
