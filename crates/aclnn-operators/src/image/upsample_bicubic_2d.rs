//! `aclnnUpsampleBicubic2d`: images of another size. Source: ops-cv, `image/upsample_bicubic2d`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling = Upsampling::new(Filter::Cubic, 2, SHORT_FLOATING);

/// Writes images of `outputSize`: each element is made of four elements along each axis, by cubic convolution. A scale above 0 says how many there
/// are for each element; 0 or less, the sizes say it. With `alignCorners` the first and the last elements of both lie at the same places, and no
/// scale counts.
#[aclnn]
fn aclnnUpsampleBicubic2d(
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
