//! `aclnnMaxUnpool3d`: pooled volumes back in larger ones. Source: ops-nn, `index/scatter_elements`.

use crate::contract::unpool::{POOLED, large_planes, plane_holds, plane_sizes, small_planes};
use crate::ops::unpool::scatter;
use crate::prelude::*;

/// Writes zeros, and each element of `self` at its index in a volume of `outputSize` elements; of several with one index the last. `stride` and `padding` are only
/// checked. An index that the volume does not have is an error of the stream.
#[aclnn]
fn aclnnMaxUnpool3d(
    self_: Input,
    indices: Input,
    output_size: Ints,
    stride: Ints,
    padding: Ints,
    out_ref: Output,
) -> Planned {
    out_ref.contiguous()?;
    self_.dtype_in(POOLED)?;
    out_ref.same_dtype(&self_)?;
    indices.dtype_in(INDEX_TYPES)?;
    small_planes(&self_, &indices, 3)?;
    plane_sizes(&output_size, &[&stride, &padding], 3)?;
    let plane = plane_holds(&output_size, &self_, 3)?;
    large_planes(&out_ref, &self_, &output_size)?;
    Ok(scatter(
        self_.read()?,
        indices.read()?,
        3,
        plane,
        out_ref.write()?,
    )?)
}
