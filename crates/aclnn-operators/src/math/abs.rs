//! `aclnnAbs`: magnitudes. The least integer, whose magnitude does not fit, stays; complex numbers give real ones. Source: ops-math,
//! `math/abs`.

use crate::ops::piecewise::ABS;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F64, F32, F16, I8, I16, I32, I64, U8, Bool])
    .and_910b(&[Bf16, Complex64])
    .and_950(&[Complex32]);

/// Computes the magnitude of each element. `out` has the type of `self`, or of the parts of its complex numbers.
#[aclnn]
fn aclnnAbs(self_: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    let compute = self_.dtype()?;
    out.dtype_is(compute.real())?;
    out.same_format(&self_)?;
    self_.not_private()?;
    self_.max_rank(8)?;
    out.same_shape(&self_)?;
    contract::computed(&ABS, compute, &self_, &out)
}
