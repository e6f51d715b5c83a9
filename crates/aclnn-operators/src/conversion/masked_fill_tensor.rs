//! `aclnnInplaceMaskedFillTensor`: the element of a tensor where a mask is true. Source: ops-math, `conversion/masked_fill`.

use crate::prelude::*;
use contract::masks::{FILLED, masked};

/// Writes the one element of `value`, converted to the type of `selfRef`, where `mask`, broadcast, is true.
#[aclnn(prologue = last)]
fn aclnnInplaceMaskedFillTensor(self_ref: InOut, mask: Input, value: Input) -> Planned {
    self_ref.dtype_in(FILLED)?;
    value.dtype_in(FILLED.or(on_all(&[Bf16])))?;
    mask.dtype_is(Bool)?;
    value.max_rank(0)?;
    masked(&self_ref, &mask)?;
    let (mask, value, target) = (mask.read()?, value.read()?, self_ref.update()?);
    Ok(ops::selection::masked_fill(mask, value, target)?)
}
