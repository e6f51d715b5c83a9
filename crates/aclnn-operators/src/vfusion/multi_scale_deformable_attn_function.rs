//! `aclnnMultiScaleDeformableAttnFunction`: attention over points of several images that each query chooses. Source: ops-nn, `vfusion/multi_scale_deformable_attn_function`.

use crate::contract::deformable_attention::Points;
use crate::ops::objdetect::deformable_attention::attention;
use crate::prelude::*;

/// Computes for each query the sum of the pixels of `value` (bs, keys, heads, channels) at its points, each times its number in `attnWeight` (bs, queries, heads, images, points). `location` (…, 2) is x and y as parts of the width and height of the
/// image; between pixels, whose centres are at halves, numbers are interpolated, and outside of the image they are 0. Image l has `spatialShape[l]` rows and columns, from pixel `levelStartIndex[l]` on; one that is not in `value` is an error of the
/// stream. `output` is (bs, queries, heads * channels). FLOAT, FLOAT16 or BFLOAT16, all alike.
#[aclnn]
fn aclnnMultiScaleDeformableAttnFunction(
    value: Input,
    spatial_shape: Input,
    level_start_index: Input,
    location: Input,
    attn_weight: Input,
    output: Output,
) -> Planned {
    value.dtype_in(SHORT_AFTER_910)?;
    spatial_shape.dtype_in(INDEX_TYPES)?;
    level_start_index.dtype_in(INDEX_TYPES)?;
    for tensor in [&*location, &*attn_weight, &*output] {
        tensor.same_dtype(&value)?;
    }
    let of = Points {
        value: &value,
        shapes: &spatial_shape,
        starts: &level_start_index,
        places: &location,
        weights: &attn_weight,
    };
    of.fit(&output, 32)?;
    if of.is_empty() {
        return Ok(Call::nothing([value.read()?, output.write()?]));
    }
    Ok(attention(of.read()?, output.write()?)?)
}
