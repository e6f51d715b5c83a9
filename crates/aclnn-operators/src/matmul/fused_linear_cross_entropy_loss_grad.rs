//! `aclnnFusedLinearCrossEntropyLossGrad`: gradients of the cross entropy of a linear layer of which several devices have classes each. Source: ops-nn, `matmul/fused_linear_cross_entropy_loss_grad`.

use crate::device::soc::Generation;
use crate::ops::losses::fused_linear::{Gradients, Known, gradients};
use crate::prelude::*;

/// Computes the gradients by `input` (m, k) and `weight` (n, k) from `grad`, that of the loss of each row: `g = (p - 1 at maskedTarget, unless targetMask) * grad`, then `g * weight` and `g^T * input`. The probabilities p are `softmaxOptional`
/// (m, n), or computed of the logits from `logitsMaxOptional` and `sumExpLogitsOptional` (m). `targetMask` is BOOL, or UINT8 of a bit for each row, lowest first. `labelSmoothing` is 0. FLOAT16 or BFLOAT16; on Ascend910B and Ascend910_93.
#[aclnn]
fn aclnnFusedLinearCrossEntropyLossGrad(
    grad: Input,
    input: Input,
    weight: Input,
    target_mask: Input,
    masked_target: Input,
    label_smoothing: f32,
    logits_max_optional: Option<Input>,
    sum_exp_logits_optional: Option<Input>,
    softmax_optional: Option<Input>,
    input_grad_out: Output,
    weight_grad_out: Output,
) -> Planned {
    let sums = match (
        &softmax_optional,
        &logits_max_optional,
        &sum_exp_logits_optional,
    ) {
        (Some(_), ..) => None,
        (None, Some(largest), Some(sums)) => Some([largest, sums]),
        (None, ..) => {
            return Err(Reason::Null {
                arg: "softmaxOptional",
            }
            .into());
        }
    };
    grad.dtype_is(F32)?;
    input.dtype_in(HALVES)?;
    weight.dtype_in(HALVES)?;
    target_mask.dtype_in(MASK_TYPES)?;
    masked_target.dtype_in(INDEX_TYPES)?;
    for tensor in softmax_optional.iter().chain(sums.into_iter().flatten()) {
        tensor.dtype_is(F32)?;
        tensor.format_nd()?;
    }
    weight.same_dtype(&input)?;
    input_grad_out.same_dtype(&input)?;
    weight_grad_out.same_dtype(&input)?;
    for tensor in [&*grad, &*input, &*weight, &*target_mask, &*masked_target] {
        tensor.format_nd()?;
    }
    for tensor in [&*input_grad_out, &*weight_grad_out] {
        tensor.format_nd()?;
    }
    if label_smoothing != 0.0 {
        return Err(Error::value("labelSmoothing", label_smoothing, "0").into());
    }
    grad.rank_in(1..=1)?;
    input.rank_in(2..=2)?;
    weight.rank_in(2..=2)?;
    target_mask.rank_in(1..=1)?;
    let (rows, length, classes) = (grad.shape()[0], input.shape()[1], weight.shape()[0]);
    input.shape_is(&[rows, length], "a row for each element of `grad`")?;
    if classes < 128 && softmax_optional.is_some() {
        return Err(weight
            .shape_refused("at least 128 rows with `softmaxOptional`")
            .into());
    }
    weight.shape_is(&[classes, length], "the columns of `input`")?;
    let marks = target_mask.shape()[0];
    match target_mask.dtype()? {
        Bool => target_mask.same_shape(&grad)?,
        _ if marks < (rows + 7) / 8 => {
            return Err(target_mask
                .shape_refused("a bit for each element of `grad`")
                .into());
        }
        _ => {}
    }
    masked_target.same_shape(&grad)?;
    for tensor in sums.into_iter().flatten() {
        tensor.same_shape(&grad)?;
    }
    if let Some(softmax) = &softmax_optional {
        softmax.shape_is(&[rows, classes], "rows of `input` by rows of `weight`")?;
    }
    input_grad_out.same_shape(&input)?;
    weight_grad_out.same_shape(&weight)?;
    contract::needs_chip(&[Generation::Ascend910B]).code(ACLNN_ERR_RUNTIME_ERROR)?;
    let known = match (&softmax_optional, sums) {
        (Some(softmax), _) => Known::Probabilities(softmax.read()?),
        (None, Some([largest, sums])) => Known::Sums([largest.read()?, sums.read()?]),
        (None, None) => {
            return Err(Reason::Internal("neither sums nor probabilities".into()).into());
        }
    };
    let of = Gradients {
        gradient: grad.read()?,
        input: input.read()?,
        weight: weight.read()?,
        is_elsewhere: target_mask.read()?,
        offset: masked_target.read()?,
        known,
        by_input: input_grad_out.write()?,
        by_weight: weight_grad_out.write()?,
    };
    Ok(gradients(of)?)
}
