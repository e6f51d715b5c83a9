//! `aclnnXLogYScalarOther`, `aclnnInplaceXLogYScalarOther`: elements times the logarithm of a number.
//!
//! Integers, BOOL and DOUBLE are computed in FLOAT. Source: ops-math, `math/xlogy`.

use crate::ops::functions_of_two::XLOGY;
use crate::prelude::*;

/// Computes `self * ln(other)`: NaN where `other` is, else 0 where `self` is 0.
#[aclnn]
fn aclnnXLogYScalarOther(self_: Input, other: Scalar, out: Output) -> Planned {
    let compute = contract::xlogy_scalar(&self_, &other, &out)?;
    Place::from((&self_, &out)).binary(&XLOGY, compute, other.in_type(compute)?)
}

/// Computes `selfRef * ln(other)` in place: NaN where `other` is, else 0 where `selfRef` is 0.
#[aclnn]
fn aclnnInplaceXLogYScalarOther(self_ref: InOut, other: Scalar) -> Planned {
    let compute = contract::xlogy_scalar(&self_ref, &other, &self_ref)?;
    Place::from(&self_ref).binary(&XLOGY, compute, other.in_type(compute)?)
}
