//! `aclnnLog1p`, `aclnnInplaceLog1p`: `ln(1 + x)`, accurate next to 0. Minus infinity at -1, NaN below. Source: ops-math, `math/log1p`.

use crate::ops::unary::LOG1P;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS);

const OUTPUT: Dtypes = FLOATING;

/// Computes the natural logarithm of 1 plus each element. Integers and BOOL are converted to the type of `out` first.
#[aclnn]
fn aclnnLog1p(self_: Input, out: Output) -> Planned {
    contract::float_unary(
        &LOG1P,
        INPUT,
        Results::In(OUTPUT),
        Integers::InOutput,
        self_,
        out,
    )
}

/// Computes the natural logarithm of 1 plus each element, in place.
#[aclnn]
fn aclnnInplaceLog1p(self_ref: InOut) -> Planned {
    contract::float_unary_in_place(&LOG1P, OUTPUT, self_ref)
}
