//! `aclnnInplaceMaskedFillScalar`: one value where a mask is true. Source: ops-math, `conversion/masked_fill`.

use crate::prelude::*;
use contract::masks::{FILLED, masked};

/// Writes `value`, converted to the type of `selfRef`, where `mask`, broadcast, is true.
#[aclnn(prologue = last)]
fn aclnnInplaceMaskedFillScalar(self_ref: InOut, mask: Input, value: Scalar) -> Planned {
    self_ref.dtype_in(FILLED)?;
    mask.dtype_is(Bool)?;
    masked(&self_ref, &mask)?;
    let value = value.in_type(self_ref.dtype()?)?;
    let (mask, target) = (mask.read()?, self_ref.update()?);
    Ok(ops::selection::select(
        mask,
        value,
        Operand::Output,
        target,
    )?)
}
