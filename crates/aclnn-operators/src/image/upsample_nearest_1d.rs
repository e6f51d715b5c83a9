//! `aclnnUpsampleNearest1d`: rows of another size. Source: ops-cv, `image/resize_nearest_neighbor_v2`.

use crate::contract::upsampling::{Filter, Upsampling};
use crate::prelude::*;

static SAMPLES: Upsampling = Upsampling::new(Filter::Nearest, 1, FLOATING_AND_BYTES).without_nd();

/// Writes rows of `outputSize`: each element is made of the element below its place. Without scales, sizes say which places belong together.
#[aclnn]
fn aclnnUpsampleNearest1d(self_: Input, output_size: Ints, out: Output) -> Planned {
    SAMPLES.forward(&self_, &output_size, false, &[0.0], &out)
}
