//! `aclnnLogSoftmaxBackward`: the gradient of the logarithm of softmax. Source: ops-nn, `activation/log_softmax_grad`.

use crate::ops::rows::{Scaled, softmax_gradient};
use crate::prelude::*;

/// Computes the gradient by the input of the logarithm of softmax along `dim`, of that by its output and of `output`, rounded to their type.
#[aclnn]
fn aclnnLogSoftmaxBackward(grad_output: Input, output: Input, dim: i64, out: Output) -> Planned {
    let is_empty = grad_output.is_empty() || output.is_empty();
    if is_empty && !contract::on_950() {
        return contract::untouched(&grad_output, &[&out]);
    }
    output.dtype_in(SHORT_FLOATING)?;
    grad_output.dtype_in(SHORT_FLOATING)?;
    output.same_dtype(&grad_output)?;
    contract::both_up_to_rank_8(&output, &grad_output)?;
    output.same_shape(&grad_output)?;
    out.same_shape(&grad_output)?;
    out.dtype_in(FLOATING_EVERYWHERE)?;
    let axis = grad_output.axis("dim", dim)?;
    if is_empty {
        return contract::untouched(&grad_output, &[&out]);
    }
    let (compute, given) = (grad_output.dtype()?, [grad_output.read()?, output.read()?]);
    let scaled = Scaled::default();
    Ok(softmax_gradient(
        true,
        compute,
        given,
        axis,
        scaled,
        out.write()?,
    )?)
}
