//! `aclnnUpsampleBicubic2dBackward`: the gradient of images of another size. Source: ops-cv, `image/upsample_bicubic2d_grad`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling = Upsampling::new(Filter::Cubic, 2, SHORT_FLOATING);

/// Computes the gradient of `aclnnUpsampleBicubic2d` by its input: each element of `gradInput`, a tensor of `inputSize`, is the sum of the elements
/// of `gradOut` that were made of it, by the same weights, rounded once.
#[aclnn]
fn aclnnUpsampleBicubic2dBackward(
    grad_out: Input,
    output_size: Ints,
    input_size: Ints,
    align_corners: bool,
    scales_h: f64,
    scales_w: f64,
    grad_input: Output,
) -> Planned {
    let sizes = (&output_size, &input_size);
    SAMPLES.backward(
        &grad_out,
        sizes,
        align_corners,
        &[scales_h, scales_w],
        &grad_input,
    )
}
