//! `aclnnRoiAlign`: regions of images as grids of a fixed size. Source: ops-cv, `objdetect/roi_align`.

use crate::contract::regions::{cells, grid, images};
use crate::device::soc::Generation::{Ascend910, Ascend910B, Other};
use crate::ops::objdetect::regions::{Images, Of, pool};
use crate::prelude::*;
use crate::tensor::Value;

/// Computes for each region of `rois` (n, 4), left, upper, right and lower sides times `spatialScale`, of image `batchIndices[n]` of `self` (N, C, H, W), `outputHeight` by `outputWidth` cells: the mean ("avg") or the largest ("max") of
/// `samplingRatio` by `samplingRatio` points between pixels, or, for 0, as many as the cell is pixels long. Pixels have their centres at whole numbers, regions are at least a pixel long; points more than a pixel outside are 0. `samplingRatio` is at
/// most 1024; a number of an image that is not there is an error of the stream. FLOAT or FLOAT16; not on Ascend950.
#[aclnn]
fn aclnnRoiAlign(
    self_: Input,
    rois: Input,
    batch_indices: Input,
    mode: Text,
    output_height: c_int,
    output_width: c_int,
    sampling_ratio: c_int,
    spatial_scale: f32,
    out: Output,
) -> Planned {
    self_.dtype_in(FLOAT_AND_FLOAT16)?;
    batch_indices.dtype_is(I32)?;
    rois.same_dtype(&self_)?;
    out.same_dtype(&self_)?;
    contract::needs_chip(&[Ascend910, Ascend910B, Other])?;
    images([&self_, &out])?;
    rois.format_nd()?;
    batch_indices.format_nd()?;
    let extents = [output_height.into(), output_width.into()];
    cells(&rois, 4, &out, [self_.shape()[1], extents[0], extents[1]])?;
    batch_indices.shape_is(&rois.shape()[..1], "a number for each region")?;
    let of = match &*mode {
        "avg" => Of::Mean,
        "max" => Of::Largest,
        _ => return Err(Error::value("mode", &*mode, "\"avg\" or \"max\"").into()),
    };
    let grid = grid(extents, sampling_ratio.into(), spatial_scale, false)?;
    let (image, regions, numbers) = (self_.read()?, rois.read()?, batch_indices.read()?);
    if self_.is_empty() || rois.is_empty() {
        return Ok(pointwise::fill(Value::new(0.0_f32), out.write()?)?);
    }
    let images = Images::Own(numbers);
    Ok(pool(grid, of, image, regions, images, out.write()?)?)
}
