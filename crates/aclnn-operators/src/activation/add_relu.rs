//! `aclnnAddRelu`, `aclnnInplaceAddRelu`: sums, the second term times `alpha`, or 0 where they are below.
//!
//! Integers wrap before they are compared with 0. Source: ops-nn, `activation/relu`.

use crate::ops::arithmetic::ADD_RELU;
use crate::prelude::*;

const TYPES: Dtypes = REAL_NUMBERS_BUT_DOUBLE;

fn sums(place: Place, other: &Input, alpha: &Scalar) -> Planned {
    let (self_, out) = (place.input(), place.out());
    let compute = contract::binary_arithmetic(TYPES, self_, other, Some(alpha), out)?;
    let alpha = alpha.factor_in(compute)?;
    place.binary_with(&ADD_RELU, compute, &[alpha], other.read()?)
}

/// Computes `max(self + alpha * other, 0)`, broadcast, in the type that both promote to, rounded once. NaN stays.
#[aclnn]
fn aclnnAddRelu(self_: Input, other: Input, alpha: MutScalar, out: Output) -> Planned {
    sums((&self_, &out).into(), &other, &alpha)
}

/// Computes `max(selfRef + alpha * other, 0)` in place, in the type that both promote to, rounded once. NaN stays.
#[aclnn(prologue = last)]
fn aclnnInplaceAddRelu(self_ref: InOut, other: Input, alpha: MutScalar) -> Planned {
    contract::broadcasts_in_place(&self_ref, &other)?;
    sums((&self_ref).into(), &other, &alpha)
}
