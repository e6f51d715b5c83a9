//! `aclnnUpsampleNearestExact2dBackward`: the gradient of images of another size. Source: ops-cv, `image/upsample_nearest_exact2d_grad`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling =
    Upsampling::new(Filter::NearestExact, 2, SHORT_EVERYWHERE).without_negative_scales();

/// Computes the gradient of `aclnnUpsampleNearestExact2d` by its input: each element of `out`, a tensor of `inputSize`, is the sum of the elements of
/// `gradOutput` that were made of it, by the same weights, rounded once.
#[aclnn]
fn aclnnUpsampleNearestExact2dBackward(
    grad_output: Input,
    output_size: Ints,
    input_size: Ints,
    scales_h: f64,
    scales_w: f64,
    out: Output,
) -> Planned {
    let sizes = (&output_size, &input_size);
    SAMPLES.backward(&grad_output, sizes, false, &[scales_h, scales_w], &out)
}
