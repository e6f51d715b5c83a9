//! `aclnnMaxPool2dWithIndices`, `aclnnMaxPool2dWithMask`: the largest element of each window, and where it is. Source: ops-nn,
//! `pooling/max_pool3d_with_argmax_v2`.

use crate::contract::pooling::{AFTER_910, MASKED, Masked, Sizes, dilates, largest_with_places};
use crate::prelude::*;

/// Writes the largest element of each window over the images of `self`, and its number in the image. NaN is larger than all numbers; of equal elements the
/// first is taken.
#[aclnn]
fn aclnnMaxPool2dWithIndices(
    self_: Input,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    ceil_mode: bool,
    out: Output,
    indices: Output,
) -> Planned {
    self_.dtype_in(AFTER_910)?;
    out.same_dtype(&self_)?;
    indices.dtype_in(INDEX_TYPES)?;
    out.same_format(&self_)?;
    self_.not_private()?;
    let sizes = Sizes::new(&kernel_size, Some(&stride), &padding, ceil_mode);
    let sizes = sizes.dilated(&dilation, dilates());
    largest_with_places(&sizes, 2, &self_, &out, &indices)
}

/// Writes the largest element of each window over the images of `self`, and where it is as bits: `indices` is of INT8 and has for each image and each element
/// of a window a row of (⌈windows / 16⌉ + 1) · 32 bytes, in which bit `i % 8` of byte `i / 8` says that window `i` has its largest element there. Not on Ascend950.
#[aclnn]
fn aclnnMaxPool2dWithMask(
    self_: Input,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    ceil_mode: bool,
    out: Output,
    indices: Output,
) -> Planned {
    Masked::on_this_chip()?;
    self_.dtype_in(MASKED)?;
    out.same_dtype(&self_)?;
    indices.dtype_is(I8)?;
    out.same_format(&self_)?;
    self_.not_private()?;
    let sizes = Sizes::new(&kernel_size, Some(&stride), &padding, ceil_mode);
    let sizes = sizes.dilated(&dilation, false);
    let masked = Masked::over(&self_, &sizes)?;
    masked.planes.has_results(&out, &masked.axes)?;
    masked.has_bits(&indices)?;
    masked.largest(&self_, &out, &indices)
}
