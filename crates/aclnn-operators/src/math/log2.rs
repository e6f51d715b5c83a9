//! `aclnnLog2`, `aclnnInplaceLog2`: logarithms to base 2. Minus infinity at 0, NaN below; complex numbers are cut along the negative axis.
//! Source: ops-math, `math/log`.

use crate::ops::unary::LOG2;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS).or(COMPLEX);

const OUTPUT: Dtypes = FLOATING.or(COMPLEX);

/// Computes the logarithm to base 2 of each element. Integers and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnLog2(self_: Input, out: ConstOutput) -> Planned {
    contract::float_unary(
        &LOG2,
        INPUT,
        Results::InAndCastable(OUTPUT),
        Integers::InF32,
        self_,
        out,
    )
}

/// Computes the logarithm to base 2 of each element, in place.
#[aclnn]
fn aclnnInplaceLog2(self_ref: ConstInOut) -> Planned {
    contract::float_unary_in_place(&LOG2, OUTPUT, self_ref)
}
