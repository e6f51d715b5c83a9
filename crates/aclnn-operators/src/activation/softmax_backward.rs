//! `aclnnSoftmaxBackward`: the gradient of softmax. Source: ops-nn, `activation/softmax_grad`.

use crate::ops::rows::{Scaled, softmax_gradient};
use crate::prelude::*;

/// Computes the gradient by the input of softmax along `dim`, of that by its output and of `output`, rounded to their type.
#[aclnn]
fn aclnnSoftmaxBackward(grad_output: Input, output: Input, dim: i64, out: Output) -> Planned {
    let is_empty = grad_output.is_empty() || output.is_empty();
    if is_empty && !contract::on_950() {
        return contract::untouched(&grad_output, &[&out]);
    }
    grad_output.dtype_in(SHORT_FLOATING)?;
    output.dtype_in(SHORT_FLOATING)?;
    output.same_dtype(&grad_output)?;
    let axis = grad_output.axis("dim", dim)?;
    grad_output.max_rank(8)?;
    output.same_shape(&grad_output)?;
    out.same_shape(&grad_output)?;
    out.dtype_in(FLOATING_EVERYWHERE)?;
    if is_empty {
        return contract::untouched(&grad_output, &[&out]);
    }
    let (compute, given) = (grad_output.dtype()?, [grad_output.read()?, output.read()?]);
    let scaled = Scaled::default();
    Ok(softmax_gradient(
        false,
        compute,
        given,
        axis,
        scaled,
        out.write()?,
    )?)
}
