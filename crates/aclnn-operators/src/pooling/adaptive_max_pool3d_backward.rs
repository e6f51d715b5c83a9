//! `aclnnAdaptiveMaxPool3dBackward`: the gradient of the largest elements of windows that share the volumes. Source: ops-nn,
//! `pooling/adaptive_max_pool3d_grad`.

use crate::contract::pooling::{AFTER_910, PLACES, Taken, shares_of_results};
use crate::prelude::*;

/// Writes what each element of `self` gains: the elements of `gradOutput` whose index it is, summed in their order and rounded once. An index that the volume does
/// not have is an error of the stream.
#[aclnn]
fn aclnnAdaptiveMaxPool3dBackward(
    grad_output: Input,
    self_: Input,
    indices: Input,
    grad_input: Output,
) -> Planned {
    let taken = Taken::new([&grad_output, &self_, &indices], &grad_input);
    taken.has_types(AFTER_910, PLACES)?;
    indices.same_format(&self_)?;
    let planes = taken.planes(3)?;
    taken.scatter(&planes, &shares_of_results(&planes, &grad_output)?)
}
