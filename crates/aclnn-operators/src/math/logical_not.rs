//! `aclnnLogicalNot`, `aclnnInplaceLogicalNot`: whether elements are 0. Source: ops-math, `math/logical_not`.

use crate::ops::comparison::LOGICAL_NOT;
use crate::prelude::*;

const TYPES: Dtypes = REAL_NUMBERS_AND_BOOL_EVERYWHERE;

/// Computes whether each element is 0: 1 or 0 in the type of `out`. NaN is not 0.
#[aclnn]
fn aclnnLogicalNot(self_: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    out.same_shape(&self_)?;
    if !(self_.is_contiguous() && out.is_contiguous()) {
        self_.max_rank(8)?;
    }
    contract::computed(&LOGICAL_NOT, Bool, &self_, &out)
}

/// Computes whether each element is 0, in place: 1 or 0 in its type.
#[aclnn]
fn aclnnInplaceLogicalNot(self_ref: InOut) -> Planned {
    self_ref.dtype_in(TYPES)?;
    if !self_ref.is_contiguous() {
        self_ref.max_rank(8)?;
    }
    Ok(pointwise::unary(
        &LOGICAL_NOT,
        Bool,
        &[],
        Operand::Output,
        self_ref.update()?,
    )?)
}
