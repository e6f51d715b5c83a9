//! `aclnnGatherV2`: slices at indices along one axis. Source: ops-nn, `index/gather_v2`.

use crate::prelude::*;
use contract::indexing::{GATHERED, INDEX, axis, replaced, slices, vector};

const TYPES: Dtypes = GATHERED.and_910b(&[Bf16]).and_950(&[U16]);

/// Computes `out` as `self` with axis `dim` replaced by the axes of `index`: each index names a slice. An index below 0 counts from the end; one outside
/// the axis fails the task. An index without axes leaves an axis of one element.
#[aclnn]
fn aclnnGatherV2(self_: Input, dim: i64, index: Input, out: Output) -> Planned {
    out.same_dtype(&self_)?;
    self_.dtype_in(TYPES)?;
    index.dtype_in(INDEX)?;
    contract::up_to_rank_8(&[&self_, &index])?;
    let axis = axis("dim", dim, self_.rank())?;
    let shape = match self_.rank() {
        0 => Vec::new(),
        _ => replaced(self_.shape(), axis, vector(index.shape())),
    };
    out.shape_is(&shape, "`self` with the axes of `index` in place of `dim`")?;
    if self_.is_empty() || index.is_empty() {
        return Ok(Call::nothing([self_.read()?, index.read()?, out.write()?]));
    }
    let to = out.write()?;
    let to = match (self_.rank(), index.rank()) {
        // The axis of one element is no axis of the index.
        (1.., 0) => {
            let (shape, strides) = (
                to.view.layout.shape().to_vec(),
                to.view.layout.strides().to_vec(),
            );
            to.with_axes(&replaced(&shape, axis, &[]), &replaced(&strides, axis, &[]))?
        }
        _ => to,
    };
    slices(&self_, axis, &index, 0, (&out, to), true)
}
