//! `aclnnUpsampleTrilinear3d`: volumes of another size. Source: ops-cv, `image/resize_upsample_trilinear`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling = Upsampling::new(
    Filter::Linear,
    3,
    for_chips(
        &[F32, F16, F64, Bf16],
        &[F32, F16, F64, Bf16],
        &[F32, F16, Bf16],
    ),
);

/// Writes volumes of `outputSize`: each element is made of the elements beside its place, by their distances. A scale above 0 says how many there are
/// for each element; 0 or less, the sizes say it. With `alignCorners` the first and the last elements of both lie at the same places, and no scale
/// counts.
#[aclnn]
fn aclnnUpsampleTrilinear3d(
    self_: Input,
    output_size: Ints,
    align_corners: bool,
    scales_d: f64,
    scales_h: f64,
    scales_w: f64,
    out: Output,
) -> Planned {
    SAMPLES.forward(
        &self_,
        &output_size,
        align_corners,
        &[scales_d, scales_h, scales_w],
        &out,
    )
}
