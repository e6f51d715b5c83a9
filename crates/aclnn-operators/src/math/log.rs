//! `aclnnLog`, `aclnnInplaceLog`: natural logarithms. Minus infinity at 0, NaN below; complex numbers are cut along the negative axis.
//! Source: ops-math, `math/log`.

use crate::ops::unary::LOG;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS).or(COMPLEX);

const OUTPUT: Dtypes = FLOATING.or(COMPLEX);

/// Computes the natural logarithm of each element. Integers and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnLog(self_: Input, out: Output) -> Planned {
    contract::float_unary(
        &LOG,
        INPUT,
        Results::InAndCastable(OUTPUT),
        Integers::InF32,
        self_,
        out,
    )
}

/// Computes the natural logarithm of each element, in place.
#[aclnn(prologue = last)]
fn aclnnInplaceLog(self_ref: InOut) -> Planned {
    contract::float_unary_in_place(&LOG, OUTPUT, self_ref)
}
