//! `aclnnUpsampleLinear1d`: rows of another size. Source: ops-cv, `image/upsample_linear1d`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling = Upsampling::new(Filter::Linear, 1, SHORT_EVERYWHERE);

/// Writes rows of `outputSize`: each element is made of the elements beside its place, by their distances. A scale above 0 says how many there are
/// for each element; 0 or less, the sizes say it. With `alignCorners` the first and the last elements of both lie at the same places, and no scale
/// counts.
#[aclnn]
fn aclnnUpsampleLinear1d(
    self_: Input,
    output_size: Ints,
    align_corners: bool,
    scales: f64,
    out: Output,
) -> Planned {
    SAMPLES.forward(&self_, &output_size, align_corners, &[scales], &out)
}
