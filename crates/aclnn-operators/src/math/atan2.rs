//! `aclnnAtan2`, `aclnnInplaceAtan2`: angles of points.
//!
//! Integers and BOOL are computed in FLOAT. Results are converted to any type of `out`: to integers toward zero. Source: ops-math, `math/atan2`.

use crate::ops::functions_of_two::{ATAN2, floating};
use crate::prelude::*;

const REALS: Dtypes = REAL_NUMBERS_AND_BOOL;

fn angles(place: Place, other: &Input) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(REALS)?;
    other.dtype_in(REALS)?;
    out.dtype_in(contract::STORED)?;
    contract::broadcasts_to(self_, other, out)?;
    let compute = floating(contract::promoted(self_, other)?);
    place.binary(&ATAN2, compute, other.read()?)
}

/// Computes the angle of each point with the ordinate of `self` and the abscissa of `other`, broadcast, from -pi to pi.
#[aclnn]
fn aclnnAtan2(self_: Input, other: Input, out: Output) -> Planned {
    angles((&self_, &out).into(), &other)
}

/// Computes the angle of each point with the ordinate of `selfRef` and the abscissa of `other` in place, from -pi to pi.
#[aclnn]
fn aclnnInplaceAtan2(self_ref: InOut, other: MutInput) -> Planned {
    angles((&self_ref).into(), &other)
}
