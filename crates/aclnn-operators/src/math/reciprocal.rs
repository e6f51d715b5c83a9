//! `aclnnReciprocal`, `aclnnInplaceReciprocal`: reciprocals, correctly rounded. Infinite at 0. Source: ops-math, `math/reciprocal`.

use crate::ops::unary::RECIPROCAL;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS).or(COMPLEX);

const OUTPUT: Dtypes = FLOATING.or(COMPLEX);

/// Computes 1 divided by each element. Integers and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnReciprocal(self_: Input, out: Output) -> Planned {
    let results = Results::In(OUTPUT);
    let compute = contract::float_unary_types(INPUT, results, Integers::InF32, &self_, &out)?;
    out.same_format(&self_)?;
    self_.max_rank(8)?;
    out.max_rank(8)?;
    out.same_shape(&self_)?;
    contract::computed(&RECIPROCAL, compute, &self_, &out)
}

/// Computes 1 divided by each element, in place.
#[aclnn(prologue = last)]
fn aclnnInplaceReciprocal(self_ref: ConstInOut) -> Planned {
    contract::float_unary_in_place(&RECIPROCAL, OUTPUT, self_ref)
}
