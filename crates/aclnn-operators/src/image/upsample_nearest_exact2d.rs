//! `aclnnUpsampleNearestExact2d`: images of another size. Source: ops-cv, `image/upsample_nearest`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling = Upsampling::new(
    Filter::NearestExact,
    2,
    for_chips(
        &[F32, F16, Bf16, U8],
        &[F32, F16, Bf16, U8],
        &[F32, F16, Bf16],
    ),
);

/// Writes images of `outputSize`: each element is made of the element whose middle is nearest. A scale above 0 says how many there are for each
/// element; 0 or less, the sizes say it.
#[aclnn]
fn aclnnUpsampleNearestExact2d(
    self_: Input,
    output_size: Ints,
    scales_h: f64,
    scales_w: f64,
    out: Output,
) -> Planned {
    SAMPLES.forward(&self_, &output_size, false, &[scales_h, scales_w], &out)
}
