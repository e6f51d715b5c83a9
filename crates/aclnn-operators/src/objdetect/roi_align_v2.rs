//! `aclnnRoiAlignV2`: regions of images as grids of a fixed size, as torchvision's `roi_align`. Source: ops-cv, `objdetect/roi_align`.

use crate::contract::regions::{cells, grid, images};
use crate::device::soc::Generation::{Ascend910, Ascend910B, Other};
use crate::ops::objdetect::regions::{Images, Of, pool};
use crate::prelude::*;

/// Computes for each region of `boxes` (n, 5), the number of an image of `self` (B, C, H, W), rounded down, and left, upper, right and lower sides times `spatialScale`, `pooledHeight` by `pooledWidth` cells: the mean of `samplingRatio` by
/// `samplingRatio` points between pixels, or, for 0, of as many as the cell is pixels long. With `aligned` pixels have their centres at halves, or else at whole numbers, and regions are at least a pixel long. Points more than a pixel outside are 0.
/// `samplingRatio` is at most 1024; a number of an image that is not there is an error of the stream. FLOAT or FLOAT16; not on Ascend950.
#[aclnn]
fn aclnnRoiAlignV2(
    self_: Input,
    boxes: Input,
    pooled_height: i64,
    pooled_width: i64,
    spatial_scale: f32,
    sampling_ratio: i64,
    aligned: bool,
    out: Output,
) -> Planned {
    self_.dtype_in(FLOAT_AND_FLOAT16)?;
    boxes.same_dtype(&self_)?;
    out.same_dtype(&self_)?;
    contract::needs_chip(&[Ascend910, Ascend910B, Other])?;
    images([&self_, &out])?;
    boxes.format_nd()?;
    let &[count, channels, height, width] = self_.shape() else {
        return Err(self_.shape_refused("four dimensions").into());
    };
    if [count, height, width].contains(&0) {
        return Err(self_.shape_refused("images with rows and columns").into());
    }
    let extents = [pooled_height, pooled_width];
    cells(&boxes, 5, &out, [channels, extents[0], extents[1]])?;
    let grid = grid(extents, sampling_ratio, spatial_scale, aligned)?;
    if self_.is_empty() || boxes.is_empty() {
        return Ok(Call::nothing([self_.read()?, boxes.read()?, out.write()?]));
    }
    let (image, regions) = (self_.read()?, boxes.read()?);
    Ok(pool(
        grid,
        Of::Mean,
        image,
        regions,
        Images::First,
        out.write()?,
    )?)
}
