//! `aclnnXLogYScalarSelf`: a number times logarithms. Integers, BOOL and DOUBLE are computed in FLOAT. Source: ops-math, `math/xlogy`.

use crate::ops::functions_of_two::XLOGY;
use crate::prelude::*;

/// Computes `self * ln(other)`: NaN where `other` is, else 0 where `self` is 0.
#[aclnn]
fn aclnnXLogYScalarSelf(self_: Scalar, other: Input, out: Output) -> Planned {
    let compute = contract::xlogy_scalar(&other, &self_, &out)?;
    Place::from((&other, &out)).binary_after(&XLOGY, compute, self_.in_type(compute)?)
}
