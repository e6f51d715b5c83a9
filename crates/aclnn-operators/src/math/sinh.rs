//! `aclnnSinh`, `aclnnInplaceSinh`: hyperbolic sines. Source: ops-math, `math/sinh`.

use crate::ops::unary::SINH;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS).or(COMPLEX);

const OUTPUT: Dtypes = FLOATING.or(COMPLEX);

/// Computes the hyperbolic sine of each element. Integers and BOOL are converted to the type of `out` first.
#[aclnn]
fn aclnnSinh(self_: Input, out: Output) -> Planned {
    contract::float_unary(
        &SINH,
        INPUT,
        Results::In(OUTPUT),
        Integers::InOutput,
        self_,
        out,
    )
}

/// Computes the hyperbolic sine of each element, in place.
#[aclnn]
fn aclnnInplaceSinh(self_ref: InOut) -> Planned {
    contract::float_unary_in_place(&SINH, OUTPUT, self_ref)
}
