//! `aclnnAvgPool2dBackward`: the gradient of averages of windows over images. Source: ops-nn, `pooling/avg_pool3_d_grad`.

use crate::contract::pooling::{AVERAGED, Planes, Sizes, divisor, image_format_of_gradient};
use crate::prelude::*;

/// Writes what each element of `self` gains: the elements of `gradOutput` of the windows that it is in, by their divisors, summed in DOUBLE in their order and rounded
/// once. Without `stride` windows lie side by side. `self` says the shape only.
#[aclnn]
fn aclnnAvgPool2dBackward(
    grad_output: Input,
    self_: Input,
    kernel_size: Ints,
    stride: Option<Ints>,
    padding: Ints,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: i64,
    cube_math_type: i8,
    grad_input: Output,
) -> Planned {
    for tensor in [&*grad_output, &*self_, &*grad_input] {
        tensor.dtype_in(AVERAGED)?;
    }
    grad_input.same_dtype(&grad_output)?;
    for tensor in [&*grad_output, &*self_, &*grad_input] {
        tensor.rank_in(3..=4)?;
        image_format_of_gradient(tensor)?;
    }
    let sizes = Sizes::new(&kernel_size, stride.as_ref(), &padding, ceil_mode);
    sizes.windows(2)?;
    if !(0..=3).contains(&cube_math_type) {
        return Err(Error::value("cubeMathType", cube_math_type, "0 to 3").into());
    }
    grad_input.same_shape(&self_)?;
    let planes = Planes::with_elements(&self_, 2)?;
    let axes = sizes.over(&planes)?;
    planes.has_results(&grad_output, &axes)?;
    let divisor = divisor(count_include_pad, divisor_override);
    planes.spread(&axes, divisor, &grad_output, &grad_input)
}
