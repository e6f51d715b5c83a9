//! `aclnnGridSampler2DBackward`: the gradients of samples of images. Source: ops-cv, `image/grid_sampler2_d_grad`.

use crate::contract::grids::GridSampling;
use crate::prelude::*;

static SAMPLES: GridSampling = GridSampling::new(2, FLOATING);

/// Computes the gradients of `aclnnGridSampler2D` that `outputMask` asks for: first by `input`, then by `grid`.
#[aclnn]
fn aclnnGridSampler2DBackward(
    grad_output: Input,
    input: Input,
    grid: Input,
    interpolation_mode: i64,
    padding_mode: i64,
    align_corners: bool,
    output_mask: Option<Bools>,
    input_grad: Output,
    grid_grad: Output,
) -> Planned {
    let modes = (interpolation_mode, padding_mode, align_corners);
    SAMPLES.backward(
        [&grad_output, &input, &grid],
        modes,
        output_mask.as_ref(),
        [&input_grad, &grid_grad],
    )
}
