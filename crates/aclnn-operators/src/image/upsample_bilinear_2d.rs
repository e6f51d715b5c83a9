//! `aclnnUpsampleBilinear2d`: images of another size. Source: ops-cv, `image/upsample_bilinear2d`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling = Upsampling::new(Filter::Linear, 2, FLOATING_EVERYWHERE)
    .without_nd()
    .without_negative_scales();

/// Writes images of `outputSize`: each element is made of the elements beside its place, by their distances. A scale above 0 says how many there are
/// for each element; 0 or less, the sizes say it. With `alignCorners` the first and the last elements of both lie at the same places, and no scale
/// counts.
#[aclnn]
fn aclnnUpsampleBilinear2d(
    self_: Input,
    output_size: Ints,
    align_corners: bool,
    scales_h: f64,
    scales_w: f64,
    out: Output,
) -> Planned {
    SAMPLES.forward(
        &self_,
        &output_size,
        align_corners,
        &[scales_h, scales_w],
        &out,
    )
}
