//! `aclnnUpsampleLinear1dBackward`: the gradient of rows of another size. Source: ops-cv, `image/upsample_bilinear2d_grad`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling = Upsampling::new(Filter::Linear, 1, SHORT_EVERYWHERE);

/// Computes the gradient of `aclnnUpsampleLinear1d` by its input: each element of `out`, a tensor of `inputSize`, is the sum of the elements of
/// `gradOut` that were made of it, by the same weights, rounded once.
#[aclnn]
fn aclnnUpsampleLinear1dBackward(
    grad_out: Input,
    output_size: Ints,
    input_size: Ints,
    align_corners: bool,
    scales: f64,
    out: Output,
) -> Planned {
    let sizes = (&output_size, &input_size);
    SAMPLES.backward(&grad_out, sizes, align_corners, &[scales], &out)
}
