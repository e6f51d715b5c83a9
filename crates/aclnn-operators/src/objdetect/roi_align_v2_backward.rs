//! `aclnnRoiAlignV2Backward`: the gradient of `aclnnRoiAlignV2`. Source: ops-cv, `objdetect/roi_align_grad`.

use crate::contract::regions::{cells, grid, images};
use crate::device::soc::Generation::{Ascend910, Ascend910B, Ascend950};
use crate::ops::objdetect::regions::pool_gradient;
use crate::prelude::*;
use crate::tensor::Value;

/// Computes the gradient of `aclnnRoiAlignV2` by its images, of shape `inputShape`, from `gradOutput` (n, C, pooledHeight, pooledWidth); sums are made in the order of regions. FLOAT; on Ascend910, Ascend910B, Ascend910_93 and Ascend950.
#[aclnn]
fn aclnnRoiAlignV2Backward(
    grad_output: Input,
    boxes: Input,
    input_shape: Ints,
    pooled_height: i64,
    pooled_width: i64,
    spatial_scale: f32,
    sampling_ratio: i64,
    aligned: bool,
    grad_input: Output,
) -> Planned {
    for tensor in [&*grad_output, &*boxes, &*grad_input] {
        tensor.dtype_is(F32)?;
    }
    contract::needs_chip(&[Ascend910, Ascend910B, Ascend950])?;
    images([&grad_output, &grad_input])?;
    boxes.format_nd()?;
    contract::length_is(&input_shape, 4, "the extents of images")?;
    let channels = grad_output.shape()[1];
    cells(
        &boxes,
        5,
        &grad_output,
        [channels, pooled_height, pooled_width],
    )?;
    grad_input.shape_is(&input_shape, "`inputShape`")?;
    if grad_input.shape()[1] != channels {
        return Err(grad_input
            .shape_refused("the channels of `gradOutput`")
            .into());
    }
    let grid = grid(
        [pooled_height, pooled_width],
        sampling_ratio,
        spatial_scale,
        aligned,
    )?;
    let (gradient, regions) = (grad_output.read()?, boxes.read()?);
    if grad_output.is_empty() || boxes.is_empty() {
        return Ok(pointwise::fill(Value::new(0.0_f32), grad_input.write()?)?);
    }
    Ok(pool_gradient(grid, gradient, regions, grad_input.write()?)?)
}
