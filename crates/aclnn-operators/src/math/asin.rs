//! `aclnnAsin`, `aclnnInplaceAsin`: inverse sines, in radians. NaN outside [-1, 1]. Source: ops-math, `math/asin`.

use crate::ops::unary::ASIN;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS);

const OUTPUT: Dtypes = FLOATING;

/// Computes the inverse sine of each element, in radians. Integers and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnAsin(self_: Input, out: Output) -> Planned {
    contract::float_unary(
        &ASIN,
        INPUT,
        Results::In(OUTPUT),
        Integers::InF32,
        self_,
        out,
    )
}

/// Computes the inverse sine of each element, in radians, in place.
#[aclnn]
fn aclnnInplaceAsin(self_ref: InOut) -> Planned {
    contract::float_unary_in_place(&ASIN, OUTPUT, self_ref)
}
