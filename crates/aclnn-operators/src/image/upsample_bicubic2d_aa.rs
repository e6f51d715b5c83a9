//! `aclnnUpsampleBicubic2dAA`: images of another size. Source: ops-cv, `image/upsample_bicubic2d_aa`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling = Upsampling::new(Filter::WideCubic, 2, SHORT_EVERYWHERE);

/// Writes images of `outputSize`: each element is made of all elements near it, by a cubic weight, wide enough for all to count. A scale above 0 says
/// how many there are for each element; 0 or less, the sizes say it. With `alignCorners` the first and the last elements of both lie at the same
/// places, and no scale counts.
#[aclnn]
fn aclnnUpsampleBicubic2dAA(
    x: Input,
    output_size: Ints,
    align_corners: bool,
    scales_h: f64,
    scales_w: f64,
    out: Output,
) -> Planned {
    SAMPLES.forward(&x, &output_size, align_corners, &[scales_h, scales_w], &out)
}
