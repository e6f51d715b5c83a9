//! `aclnnNeg`, `aclnnInplaceNeg`: negatives. Integers wrap. Source: ops-math, `math/neg`.

use crate::ops::piecewise::NEG;
use crate::prelude::*;

const TYPES: Dtypes =
    on_910(&[I8, I32, I64, F16, F32, F64, Complex64, Complex128]).and_910b(&[Bf16]);

/// Computes the negative of each element, cast to the type of `out`.
#[aclnn]
fn aclnnNeg(self_: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    let compute = self_.dtype()?;
    out.takes(compute)?;
    self_.max_rank(8)?;
    out.same_shape(&self_)?;
    contract::computed(&NEG, compute, &self_, &out)
}

/// Computes the negative of each element in place.
#[aclnn]
fn aclnnInplaceNeg(self_ref: InOut) -> Planned {
    self_ref.dtype_in(TYPES)?;
    self_ref.max_rank(8)?;
    contract::computed_in_place(&NEG, &self_ref)
}
