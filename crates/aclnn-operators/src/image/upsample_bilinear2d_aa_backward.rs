//! `aclnnUpsampleBilinear2dAABackward`: the gradient of images of another size. Source: ops-cv, `image/upsample_bilinear2d_aa_backward`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling =
    Upsampling::new(Filter::WideLinear, 2, SHORT_EVERYWHERE).without_negative_scales();

/// Computes the gradient of `aclnnUpsampleBilinear2dAA` by its input: each element of `out`, a tensor of `inputSize`, is the sum of the elements of
/// `gradOutput` that were made of it, by the same weights, rounded once.
#[aclnn]
fn aclnnUpsampleBilinear2dAABackward(
    grad_output: Input,
    output_size: Ints,
    input_size: Ints,
    align_corners: bool,
    scales_h: f64,
    scales_w: f64,
    out: Output,
) -> Planned {
    let sizes = (&output_size, &input_size);
    SAMPLES.backward(
        &grad_output,
        sizes,
        align_corners,
        &[scales_h, scales_w],
        &out,
    )
}
