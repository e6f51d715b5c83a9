//! `aclnnUpsampleNearest1dV2`: rows of another size. Source: ops-cv, `image/upsample_nearest3d`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling = Upsampling::new(Filter::Nearest, 1, FLOATING_AND_BYTES).without_nd();

/// Writes rows of `outputSize`: each element is made of the element below its place. A scale above 0 says how many there are for each element; 0 or
/// less, the sizes say it.
#[aclnn]
fn aclnnUpsampleNearest1dV2(self_: Input, output_size: Ints, scale_l: f32, out: Output) -> Planned {
    SAMPLES.forward(&self_, &output_size, false, &[f64::from(scale_l)], &out)
}
