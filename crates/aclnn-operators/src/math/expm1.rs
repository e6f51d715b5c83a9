//! `aclnnExpm1`, `aclnnInplaceExpm1`: `e^x - 1`, accurate next to 0. Source: ops-math, `math/expm1`.

use crate::ops::unary::EXPM1;
use crate::prelude::*;

const INPUT: Dtypes = SHORT_FLOATING.or(BOOL_AND_INT64);

/// Computes e to the power of each element, less 1. INT64 and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnExpm1(self_: Input, out: Output) -> Planned {
    contract::same_shape_to_rank_8(&self_, &out)?;
    let results = Results::Castable;
    let compute = contract::float_unary_types(INPUT, results, Integers::InF32, &self_, &out)?;
    contract::computed(&EXPM1, compute, &self_, &out)
}

/// Computes e to the power of each element, less 1, in place.
#[aclnn]
fn aclnnInplaceExpm1(self_ref: InOut) -> Planned {
    contract::float_unary_in_place(&EXPM1, SHORT_FLOATING, self_ref)
}
