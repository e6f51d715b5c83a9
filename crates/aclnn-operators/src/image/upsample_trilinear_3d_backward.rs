//! `aclnnUpsampleTrilinear3dBackward`: the gradient of volumes of another size. Source: ops-cv, `image/upsample_trilinear3d_backward`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling = Upsampling::new(Filter::Linear, 3, FLOATING_EVERYWHERE);

/// Computes the gradient of `aclnnUpsampleTrilinear3d` by its input: each element of `gradInput`, a tensor of `inputSize`, is the sum of the elements
/// of `gradOut` that were made of it, by the same weights, rounded once.
#[aclnn]
fn aclnnUpsampleTrilinear3dBackward(
    grad_out: Input,
    output_size: Ints,
    input_size: Ints,
    align_corners: bool,
    scales_d: f64,
    scales_h: f64,
    scales_w: f64,
    grad_input: Output,
) -> Planned {
    let sizes = (&output_size, &input_size);
    SAMPLES.backward(
        &grad_out,
        sizes,
        align_corners,
        &[scales_d, scales_h, scales_w],
        &grad_input,
    )
}
