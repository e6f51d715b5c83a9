//! `aclnnFatreluMul`: one half of a tensor where it is above a threshold, times the other; on Ascend910B and Ascend910_93. Source: ops-nn, `activation/fatrelu_mul`.

use crate::device::soc::Generation;
use crate::ops::gated::{FATRELU_MUL, Unit};
use crate::prelude::*;

/// Computes `a b` of the halves of `input` along the last dimension, or 0 times b where a is not above `threshold`, which has one element; rounded once. All have one type.
#[aclnn(generated)]
fn aclnnFatreluMul(input: Input, threshold: Input, out: ConstOutput) -> Planned {
    contract::generated_unit(&input, &[&threshold, &out], &[Generation::Ascend910B])?;
    let split = contract::halves_of_rows(&input, &out)?;
    if threshold.numel() != 1 {
        let refused = threshold.shape_refused("one element");
        return Err(refused).code(ACLNN_ERR_INNER_TILING_ERROR);
    }
    let unit = Unit {
        table: &FATRELU_MUL,
        compute: input.dtype()?,
        parameters: &[],
        split,
    };
    let threshold = threshold.read()?.into();
    Ok(unit.forward(input.read()?, Some(threshold), None, [out.write()?])?)
}
