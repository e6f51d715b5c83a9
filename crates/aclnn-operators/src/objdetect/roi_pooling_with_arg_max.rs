//! `aclnnRoiPoolingWithArgMax`: the largest pixels of regions of images, and their places; on Ascend950. Source: ops-cv, `objdetect/roi_pooling_with_arg_max`.

use crate::contract::regions::cells;
use crate::device::soc::Generation;
use crate::ops::objdetect::regions::largest_pixels;
use crate::prelude::*;

/// Writes of each region of `rois` (n, 5), the number of an image of `x` (N, C, H, W) and left, upper, right and lower sides, cut into `pooledH` by `pooledW` cells, the largest pixel of each cell, the first of several, and its place in the plane,
/// row times W plus column. Sides are multiplied by the scales, the right and lower ones plus 1; a cell has the pixels that it touches, one without any 0 and the place -1. A number of an image that is not there is an error of the stream. FLOAT or
/// FLOAT16.
#[aclnn]
fn aclnnRoiPoolingWithArgMax(
    x: Input,
    rois: Input,
    pooled_h: i64,
    pooled_w: i64,
    spatial_scale_h: f32,
    spatial_scale_w: f32,
    y: Output,
    argmax: Output,
) -> Planned {
    contract::needs_chip(&[Generation::Ascend950]).code(ACLNN_ERR_RUNTIME_ERROR)?;
    x.dtype_in(FLOAT_AND_FLOAT16)?;
    rois.same_dtype(&x)?;
    y.same_dtype(&x)?;
    argmax.dtype_is(I32)?;
    for tensor in [&*x, &*rois, &*y, &*argmax] {
        tensor.format_nd()?;
    }
    x.rank_in(4..=4)?;
    cells(&rois, 5, &y, [x.shape()[1], pooled_h, pooled_w])?;
    argmax.same_shape(&y)?;
    for (name, extent) in [("pooledH", pooled_h), ("pooledW", pooled_w)] {
        if extent <= 0 {
            return Err(Error::value(name, extent, "numbers above 0").into());
        }
    }
    for (name, scale) in [
        ("spatialScaleH", spatial_scale_h),
        ("spatialScaleW", spatial_scale_w),
    ] {
        if scale.is_nan() || scale <= 0.0 {
            return Err(Error::value(name, scale, "numbers above 0").into());
        }
    }
    let (images, regions, out) = (x.read()?, rois.read()?, [y.write()?, argmax.write()?]);
    if x.is_empty() {
        return Ok(Call::nothing([images, regions].into_iter().chain(out)));
    }
    let cells = [pooled_h as usize, pooled_w as usize];
    let scales = [spatial_scale_h.into(), spatial_scale_w.into()];
    Ok(largest_pixels(images, regions, cells, scales, out)?)
}
