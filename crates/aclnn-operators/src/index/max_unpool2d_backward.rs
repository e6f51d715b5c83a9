//! `aclnnMaxUnpool2dBackward`: gradients of pooled planes. Source: ops-nn, `index/gather_elements`.

use crate::contract::unpool::large_planes;
use crate::ops::unpool::gather;
use crate::prelude::*;

const TYPES: Dtypes = on_all(&[F32, F16, I8, U8, I16, I32, I64, Bool]);

/// Writes for each element of `self` the element of `gradOutput` at its index, converted to the type of `out`. An index that a plane of `outputSize` does
/// not have is an error of the stream.
#[aclnn]
fn aclnnMaxUnpool2dBackward(
    grad_output: Input,
    self_: Input,
    indices: Input,
    output_size: Ints,
    out: Output,
) -> Planned {
    grad_output.dtype_in(TYPES)?;
    self_.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    out.takes(grad_output.dtype()?)?;
    self_.same_dtype(&grad_output)?;
    indices.dtype_in(INDEX_TYPES)?;
    self_.rank_in(3..=4)?;
    indices.same_shape(&self_)?;
    out.same_shape(&self_)?;
    contract::length_is(&output_size, 2, "one for each dimension of a plane")?;
    large_planes(&grad_output, &self_, &output_size)?;
    if grad_output.is_empty() && !self_.is_empty() {
        return Err(grad_output.shape_refused("one with elements").into());
    }
    let plane = (output_size[0] * output_size[1]) as usize;
    Ok(gather(
        grad_output.read()?,
        indices.read()?,
        2,
        plane,
        out.write()?,
    )?)
}
