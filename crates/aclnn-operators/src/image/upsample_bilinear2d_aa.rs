//! `aclnnUpsampleBilinear2dAA`: images of another size. Source: ops-cv, `image/upsample_bilinear2d_aa`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling =
    Upsampling::new(Filter::WideLinear, 2, SHORT_EVERYWHERE).without_negative_scales();

/// Writes images of `outputSize`: each element is made of all elements near it, by a weight that falls linearly, wide enough for all to count. A
/// scale above 0 says how many there are for each element; 0 or less, the sizes say it. With `alignCorners` the first and the last elements of both
/// lie at the same places, and no scale counts.
#[aclnn]
fn aclnnUpsampleBilinear2dAA(
    input: Input,
    output_size: Ints,
    align_corners: bool,
    scales_h: f64,
    scales_w: f64,
    out: Output,
) -> Planned {
    SAMPLES.forward(
        &input,
        &output_size,
        align_corners,
        &[scales_h, scales_w],
        &out,
    )
}
