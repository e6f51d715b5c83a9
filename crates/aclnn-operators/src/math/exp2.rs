//! `aclnnExp2`, `aclnnInplaceExp2`: powers of 2. Source: ops-math, `math/pow`.

use crate::ops::unary::EXP2;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS);

const IN_PLACE: Dtypes = FLOATING;

/// Computes 2 to the power of each element. Integers and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnExp2(self_: Input, out: Output) -> Planned {
    contract::float_unary(&EXP2, INPUT, Results::Castable, Integers::InF32, self_, out)
}

/// Computes 2 to the power of each element, in place.
#[aclnn]
fn aclnnInplaceExp2(self_ref: InOut) -> Planned {
    contract::float_unary_in_place(&EXP2, IN_PLACE, self_ref)
}
