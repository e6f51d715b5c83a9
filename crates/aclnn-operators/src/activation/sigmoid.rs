//! `aclnnSigmoid`, `aclnnInplaceSigmoid`: the logistic function, `1 / (1 + e^-x)`. Source: ops-nn, `activation/sigmoid`.

use crate::ops::unary::SIGMOID;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS).or(COMPLEX);

const OUTPUT: Dtypes = FLOATING_EVERYWHERE.or(COMPLEX);

const IN_PLACE: Dtypes = FLOATING.or(COMPLEX);

/// Computes the logistic function of each element. Integers and BOOL are converted to the type of `out` first.
#[aclnn]
fn aclnnSigmoid(self_: Input, out: Output) -> Planned {
    contract::float_unary(
        &SIGMOID,
        INPUT,
        Results::In(OUTPUT),
        Integers::InOutput,
        self_,
        out,
    )
}

/// Computes the logistic function of each element, in place.
#[aclnn]
fn aclnnInplaceSigmoid(self_ref: InOut) -> Planned {
    contract::float_unary_in_place(&SIGMOID, IN_PLACE, self_ref)
}
