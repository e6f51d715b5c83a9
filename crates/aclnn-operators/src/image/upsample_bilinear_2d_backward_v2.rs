//! `aclnnUpsampleBilinear2dBackwardV2`: the gradient of images of another size. Source: ops-cv, `image/upsample_bilinear2d_grad`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling = Upsampling::new(Filter::Linear, 2, SHORT_FLOATING).without_nd();

/// Computes the gradient of `aclnnUpsampleBilinear2d` by its input: each element of `out`, a tensor of `inputSize`, is the sum of the elements of
/// `gradOut` that were made of it, by the same weights, rounded once.
#[aclnn]
fn aclnnUpsampleBilinear2dBackwardV2(
    grad_out: Input,
    output_size: Ints,
    input_size: Ints,
    align_corners: bool,
    scales_h: f64,
    scales_w: f64,
    out: Output,
) -> Planned {
    let sizes = (&output_size, &input_size);
    SAMPLES.backward(&grad_out, sizes, align_corners, &[scales_h, scales_w], &out)
}
