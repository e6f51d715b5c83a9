//! `aclnnTanh`, `aclnnInplaceTanh`: hyperbolic tangents. Source: ops-math, `math/tanh`.

use crate::ops::unary::TANH;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_FLOATING.or(INTEGERS);

/// Computes the hyperbolic tangent of each element. Integers and BOOL are computed in FLOAT.
#[aclnn]
fn aclnnTanh(self_: Input, out: Output) -> Planned {
    let results = Results::InAndCastable(TYPES);
    let compute = contract::float_unary_types(TYPES, results, Integers::InF32, &self_, &out)?;
    out.same_format(&self_)?;
    self_.not_private()?;
    self_.max_rank(8)?;
    out.same_shape(&self_)?;
    contract::computed(&TANH, compute, &self_, &out)
}

/// Computes the hyperbolic tangent of each element, in place.
#[aclnn]
fn aclnnInplaceTanh(self_ref: InOut) -> Planned {
    self_ref.dtype_in(SHORT_FLOATING)?;
    self_ref.not_private()?;
    self_ref.max_rank(8)?;
    contract::computed_in_place(&TANH, &self_ref)
}
