//! `aclnnUpsampleNearest1dBackward`: the gradient of rows of another size. Source: ops-cv, `image/upsample_nearest2d_grad`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling = Upsampling::new(Filter::Nearest, 1, FLOATING_EVERYWHERE);

/// Computes the gradient of `aclnnUpsampleNearest1dV2` by its input: each element of `out`, a tensor of `inputSize`, is the sum of the elements of
/// `gradOut` that were made of it, by the same weights, rounded once.
#[aclnn]
fn aclnnUpsampleNearest1dBackward(
    grad_out: Input,
    output_size: Ints,
    input_size: Ints,
    scales: f64,
    out: Output,
) -> Planned {
    let sizes = (&output_size, &input_size);
    SAMPLES.backward(&grad_out, sizes, false, &[scales], &out)
}
