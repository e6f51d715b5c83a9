//! `aclnnMaxPool3dWithArgmax`: the largest element of each window over volumes, and where it is. Source: ops-nn, `pooling/max_pool3d_with_argmax_v2`.

use crate::abi::acl::types::aclFormat;
use crate::contract::pooling::{
    AFTER_910, PLACES, Sizes, dilates, largest_with_places, volume_format,
};
use crate::prelude::*;

/// Writes the largest element of each window over the volumes of `self`, and its number in the volume. NaN is larger than all numbers; of equal elements the
/// first is taken.
#[aclnn]
fn aclnnMaxPool3dWithArgmax(
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
    indices.dtype_in(PLACES)?;
    out.same_dtype(&self_)?;
    for tensor in [&out, &indices] {
        tensor.same_format(&self_)?;
    }
    match self_.format() {
        aclFormat::ACL_FORMAT_NDHWC => {}
        _ => volume_format(&self_)?,
    }
    let sizes = Sizes::new(&kernel_size, Some(&stride), &padding, ceil_mode);
    let sizes = sizes.dilated(&dilation, dilates());
    largest_with_places(&sizes, 3, &self_, &out, &indices)
}
