//! `aclnnAcosh`, `aclnnInplaceAcosh`: inverse hyperbolic cosines. NaN below 1. Source: ops-math, `math/acosh`.

use crate::ops::unary::ACOSH;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS).or(COMPLEX);

const OUTPUT: Dtypes = FLOATING_EVERYWHERE.or(COMPLEX);

const IN_PLACE: Dtypes = FLOATING.or(COMPLEX);

/// Computes the inverse hyperbolic cosine of each element. Integers and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnAcosh(self_: Input, out: Output) -> Planned {
    let results = Results::In(OUTPUT);
    let compute = contract::float_unary_types(INPUT, results, Integers::InF32, &self_, &out)?;
    contract::same_shape_to_rank_8(&self_, &out)?;
    out.takes(self_.dtype()?)?;
    contract::public_on_950(&self_)?;
    contract::public_on_950(&out)?;
    contract::computed(&ACOSH, compute, &self_, &out)
}

/// Computes the inverse hyperbolic cosine of each element, in place.
#[aclnn]
fn aclnnInplaceAcosh(self_ref: InOut) -> Planned {
    contract::float_unary_public_in_place(&ACOSH, IN_PLACE, self_ref)
}
