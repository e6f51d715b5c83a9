//! `aclnnTan`, `aclnnInplaceTan`: tangents of radians. NaN at infinities. Source: ops-math, `math/tan`.

use crate::ops::unary::TAN;
use crate::prelude::*;

const INPUT: Dtypes = FLOATING.or(INTEGERS).or(COMPLEX);

const IN_PLACE: Dtypes = FLOATING.or(COMPLEX);

/// Computes the tangent of each element, in radians. Integers and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnTan(self_: Input, out: Output) -> Planned {
    self_.dtype_in(INPUT)?;
    self_.max_rank(8)?;
    out.max_rank(8)?;
    out.same_shape(&self_)?;
    let compute = Integers::InF32.compute(self_.dtype()?, out.dtype()?);
    out.takes(compute)?;
    contract::computed(&TAN, compute, &self_, &out)
}

/// Computes the tangent of each element in place, in radians.
#[aclnn]
fn aclnnInplaceTan(self_ref: ConstInOut) -> Planned {
    contract::float_unary_in_place(&TAN, IN_PLACE, self_ref)
}
