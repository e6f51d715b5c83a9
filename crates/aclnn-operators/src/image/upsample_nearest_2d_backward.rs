//! `aclnnUpsampleNearest2dBackward`: the gradient of images of another size. Source: ops-cv, `image/upsample_nearest2d_grad`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling = Upsampling::new(Filter::Nearest, 2, SHORT_FLOATING);

/// Computes the gradient of `aclnnUpsampleNearest2dV2` by its input: each element of `gradInput`, a tensor of `inputSize`, is the sum of the elements
/// of `gradOut` that were made of it, by the same weights, rounded once.
#[aclnn]
fn aclnnUpsampleNearest2dBackward(
    grad_out: Input,
    output_size: Ints,
    input_size: Ints,
    scales_h: f64,
    scales_w: f64,
    grad_input: Output,
) -> Planned {
    let sizes = (&output_size, &input_size);
    SAMPLES.backward(&grad_out, sizes, false, &[scales_h, scales_w], &grad_input)
}
