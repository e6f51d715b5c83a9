//! `aclnnMaxPool2dWithIndicesBackward`, `aclnnMaxPool2dWithMaskBackward`: the gradient of the largest elements of windows. Source: ops-nn,
//! `pooling/max_pool3d_grad_with_argmax`.

use crate::contract::pooling::{Masked, Sizes, Taken, dilates};
use crate::prelude::*;

const TYPES: Dtypes = for_chips(&[], &[F32], &[F16, F32, Bf16]);
const PLACES: Dtypes = for_chips(&[I32, I8], &[I32, I8], &[I32, I64]);
const MASKED: Dtypes = on_910(&[])
    .and_910_only(&[F16, F32])
    .and_910b(&[F16, F32, Bf16]);

/// Writes what each element of `self` gains: the elements of `gradOutput` whose index it is, summed in their order and rounded once. An index that the image does
/// not have is an error of the stream.
#[aclnn]
fn aclnnMaxPool2dWithIndicesBackward(
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
    taken.has_types(TYPES, PLACES)?;
    let sizes = Sizes::new(&kernel_size, Some(&stride), &padding, ceil_mode);
    let sizes = sizes.dilated(&dilation, dilates());
    let planes = taken.planes(2)?;
    taken.scatter(&planes, &sizes.over(&planes)?)
}

/// Writes what each element of `self` gains, as `aclnnMaxPool2dWithIndicesBackward` does, by the bits of `aclnnMaxPool2dWithMask`. A window with no bit in its
/// image, or several, is an error of the stream. Not on Ascend950.
#[aclnn]
fn aclnnMaxPool2dWithMaskBackward(
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
    Masked::on_this_chip()?;
    let taken = Taken::new([&grad_output, &self_, &indices], &grad_input);
    taken.has_types(MASKED, on_all(&[I8]))?;
    let sizes = Sizes::new(&kernel_size, Some(&stride), &padding, ceil_mode);
    let sizes = sizes.dilated(&dilation, false);
    taken.planes(2)?;
    let masked = Masked::over(&self_, &sizes)?;
    masked.planes.has_results(&grad_output, &masked.axes)?;
    masked.has_bits(&indices)?;
    masked.scatter(&grad_output, &indices, &grad_input)
}
