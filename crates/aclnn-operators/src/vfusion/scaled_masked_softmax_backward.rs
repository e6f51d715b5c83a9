//! `aclnnScaledMaskedSoftmaxBackward`: the gradient of `aclnnScaledMaskedSoftmax`. Source: ops-nn, `vfusion/scaled_masked_softmax_grad_v2`.

use crate::device::soc::{Generation, generation};
use crate::ops::rows::{Scaled, softmax_gradient};
use crate::prelude::*;

/// Computes the gradient of `aclnnScaledMaskedSoftmax` by its input: that of softmax times `scale`, 0 where `mask` is true.
#[aclnn]
fn aclnnScaledMaskedSoftmaxBackward(
    grad_output: Input,
    y: Input,
    mask: Input,
    scale: f64,
    fix_triu_mask: bool,
    out: Output,
) -> Planned {
    contract::needs_chip(&[
        Generation::Ascend910B,
        Generation::Ascend950,
        Generation::Other,
    ])?;
    let types = match generation() {
        Generation::Other => FLOAT_AND_FLOAT16,
        _ => SHORT_EVERYWHERE,
    };
    grad_output.dtype_in(types)?;
    y.dtype_in(types)?;
    mask.dtype_is(Bool)?;
    y.same_dtype(&grad_output)?;
    out.same_dtype(&grad_output)?;
    if !contract::on_950() {
        contract::none_private(&[&grad_output, &y, &out, &mask])?;
    }
    grad_output.rank_in(4..=4)?;
    contract::norm::masked_columns(&grad_output, 0)?;
    y.same_shape(&grad_output)?;
    out.same_shape(&grad_output)?;
    mask.rank_in(4..=4)?;
    contract::norm::masks(&mask, &grad_output)?;
    contract::norm::no_triangle("fixTriuMask", fix_triu_mask)?;
    if grad_output.is_empty() {
        return contract::untouched(&grad_output, &[&out]);
    }
    let scaled = Scaled {
        mask: Some(mask.read()?),
        added: Vec::new(),
        scale: Some(contract::norm::epsilon(scale)),
    };
    let (compute, given) = (grad_output.dtype()?, [grad_output.read()?, y.read()?]);
    Ok(softmax_gradient(
        false,
        compute,
        given,
        3,
        scaled,
        out.write()?,
    )?)
}
