//! `aclnnAvgPool3dBackward`: the gradient of averages of windows over volumes. Source: ops-nn, `pooling/avg_pool3_d_grad`.

use crate::contract::pooling::{AFTER_910, Planes, Sizes, divisor};
use crate::prelude::*;

/// Writes what each element of `self` gains: the elements of `gradOutput` of the windows that it is in, by their divisors, summed in DOUBLE in their order and rounded
/// once to the type of `output`. `self` says the shape only.
#[aclnn]
fn aclnnAvgPool3dBackward(
    grad_output: Input,
    self_: Input,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: i64,
    output: Output,
) -> Planned {
    for tensor in [&*grad_output, &*self_, &*output] {
        tensor.dtype_in(AFTER_910)?;
    }
    let planes = Planes::with_elements(&output, 3)?;
    output.same_shape(&self_)?;
    let sizes = Sizes::new(&kernel_size, Some(&stride), &padding, ceil_mode);
    output.same_format(&grad_output)?;
    grad_output.not_private()?;
    let axes = sizes.over(&planes)?;
    planes.has_results(&grad_output, &axes)?;
    let divisor = divisor(count_include_pad, divisor_override);
    planes.spread(&axes, divisor, &grad_output, &output)
}
