//! `aclnnMultiScaleDeformableAttentionGrad`: gradients of `aclnnMultiScaleDeformableAttnFunction`. Source: ops-nn, `vfusion/multi_scale_deformable_attention_grad`.

use crate::contract::deformable_attention::Points;
use crate::ops::objdetect::deformable_attention::{Gradients, gradients};
use crate::prelude::*;

/// Computes the gradients of `aclnnMultiScaleDeformableAttnFunction` by `value`, `location` and `attnWeight` from `gradOutput` (bs, queries, heads * channels); sums are made in the order of queries. FLOAT, FLOAT16 or BFLOAT16; on Ascend910B,
/// Ascend910_93 and Ascend950.
#[aclnn]
fn aclnnMultiScaleDeformableAttentionGrad(
    value: Input,
    spatial_shape: Input,
    level_start_index: Input,
    location: Input,
    attn_weight: Input,
    grad_output: Input,
    grad_value: Output,
    grad_location: Output,
    grad_attn_weight: Output,
) -> Planned {
    let floats = [&*value, &*location, &*attn_weight, &*grad_output];
    let outputs = [&*grad_value, &*grad_location, &*grad_attn_weight];
    for tensor in floats.into_iter().chain(outputs) {
        tensor.dtype_in(SHORT_SINCE_910B)?;
    }
    spatial_shape.dtype_in(INDEX_TYPES)?;
    level_start_index.dtype_in(INDEX_TYPES)?;
    for tensor in floats
        .into_iter()
        .chain([&*spatial_shape, &*level_start_index])
    {
        tensor.not_private()?;
    }
    let of = Points {
        value: &value,
        shapes: &spatial_shape,
        starts: &level_start_index,
        places: &location,
        weights: &attn_weight,
    };
    of.fit(&grad_output, 0)?;
    grad_value.same_shape(&value)?;
    grad_location.same_shape(&location)?;
    grad_attn_weight.same_shape(&attn_weight)?;
    let gradient = grad_output.read()?;
    let out = Gradients {
        by_value: grad_value.write()?,
        by_places: grad_location.write()?,
        by_weights: grad_attn_weight.write()?,
    };
    if of.is_empty() || grad_output.is_empty() {
        let all = [gradient, out.by_value, out.by_places, out.by_weights];
        return Ok(Call::nothing(all));
    }
    Ok(gradients(of.read()?, gradient, out)?)
}
