//! `aclnnUpsampleNearest3d`: volumes of another size. Source: ops-cv, `image/upsample_nearest3d`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling = Upsampling::new(
    Filter::Nearest,
    3,
    on_all(&[F32, F16, F64, Bf16]).and_950(&[U8]),
);

/// Writes volumes of `outputSize`: each element is made of the element below its place. A scale above 0 says how many there are for each element; 0
/// or less, the sizes say it.
#[aclnn]
fn aclnnUpsampleNearest3d(
    self_: Input,
    output_size: Ints,
    scales_d: f64,
    scales_h: f64,
    scales_w: f64,
    out: Output,
) -> Planned {
    SAMPLES.forward(
        &self_,
        &output_size,
        false,
        &[scales_d, scales_h, scales_w],
        &out,
    )
}
