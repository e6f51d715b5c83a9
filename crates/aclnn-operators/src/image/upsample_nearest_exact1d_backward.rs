//! `aclnnUpsampleNearestExact1dBackward`: the gradient of rows of another size. Source: ops-cv, `image/upsample_nearest_exact2d_grad`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling =
    Upsampling::new(Filter::NearestExact, 1, SHORT_EVERYWHERE).without_negative_scales();

/// Computes the gradient of `aclnnUpsampleNearestExact1d` by its input: each element of `out`, a tensor of `inputSize`, is the sum of the elements of
/// `gradOutput` that were made of it, by the same weights, rounded once.
#[aclnn]
fn aclnnUpsampleNearestExact1dBackward(
    grad_output: Input,
    output_size: Ints,
    input_size: Ints,
    scales: f64,
    out: Output,
) -> Planned {
    let sizes = (&output_size, &input_size);
    SAMPLES.backward(&grad_output, sizes, false, &[scales], &out)
}
