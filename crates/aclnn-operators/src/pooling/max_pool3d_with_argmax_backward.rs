//! `aclnnMaxPool3dWithArgmaxBackward`: the gradient of the largest elements of windows over volumes. Source: ops-nn, `pooling/max_pool3d_grad_with_argmax`.

use crate::contract::pooling::{AFTER_910, PLACES, Sizes, Taken};
use crate::prelude::*;

/// Writes what each element of `self` gains: the elements of `gradOutput` whose index it is, summed in their order and rounded once. An index that the volume does
/// not have is an error of the stream.
#[aclnn]
fn aclnnMaxPool3dWithArgmaxBackward(
    grad_output: Input,
    self_: Input,
    indices: Input,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    ceil_mode: bool,
    grad_input: Output,
) -> Planned {
    let taken = Taken::new([&grad_output, &self_, &indices], &grad_input);
    taken.has_types(AFTER_910, PLACES)?;
    let sizes = Sizes::new(&kernel_size, Some(&stride), &padding, ceil_mode);
    let sizes = sizes.dilated(&dilation, true);
    let planes = taken.planes(3)?;
    taken.scatter(&planes, &sizes.over(&planes)?)
}
