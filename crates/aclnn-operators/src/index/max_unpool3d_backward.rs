//! `aclnnMaxUnpool3dBackward`: gradients of pooled volumes. Source: ops-nn, `index/gather_elements`.

use crate::contract::unpool::{POOLED, has_planes, large_planes, plane_holds, plane_sizes};
use crate::ops::unpool::gather;
use crate::prelude::*;

/// Writes for each element of `self` the element of `gradOutput` at its index. `stride` and `padding` are only checked. An index that a volume of `outputSize`
/// does not have is an error of the stream.
#[aclnn]
fn aclnnMaxUnpool3dBackward(
    grad_output: Input,
    self_: Input,
    indices: Input,
    output_size: Ints,
    stride: Ints,
    padding: Ints,
    out: Output,
) -> Planned {
    out.contiguous()?;
    grad_output.dtype_in(POOLED)?;
    self_.same_dtype(&grad_output)?;
    out.same_dtype(&grad_output)?;
    indices.dtype_is(I64)?;
    self_.rank_in(4..=5)?;
    indices.same_shape(&self_)?;
    out.same_shape(&self_)?;
    has_planes(&self_)?;
    plane_sizes(&output_size, &[&stride, &padding], 3)?;
    let plane = plane_holds(&output_size, &self_, 3)?;
    large_planes(&grad_output, &self_, &output_size)?;
    Ok(gather(
        grad_output.read()?,
        indices.read()?,
        3,
        plane,
        out.write()?,
    )?)
}
