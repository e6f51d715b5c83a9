//! `aclnnIndexSelect`: slices at a list of indices. Source: ops-nn, `index/gather_v2`.

use crate::prelude::*;
use contract::indexing::{GATHERED, INDEX, axis, gathered_formats, replaced, slices, vector};

const TYPES: Dtypes = GATHERED.or(on_910(&[U16, U32, U64])).and_910b(&[Bf16]);

/// Computes the slices of `self` along axis `dim` that the numbers of `index` name, in their order. An index outside the axis fails the task.
#[aclnn]
fn aclnnIndexSelect(self_: Input, dim: i64, index: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.same_dtype(&self_)?;
    index.dtype_in(INDEX)?;
    gathered_formats(&self_, &index, &out)?;
    if self_.rank() == 0 {
        out.max_rank(0)?;
    }
    self_.max_rank(8)?;
    let axis = axis("dim", dim, self_.rank())?;
    index.max_rank(1)?;
    if self_.is_empty() || index.is_empty() {
        return Ok(Call::nothing([self_.read()?, index.read()?, out.write()?]));
    }
    match self_.rank() {
        0 if index.numel() != 1 => {
            let refused = index.shape_refused("one index, for one element");
            return Err(refused).code(ACLNN_ERR_INNER_NULLPTR);
        }
        0 => {}
        _ => {
            let wanted = replaced(self_.shape(), axis, vector(index.shape()));
            out.shape_is(&wanted, "`self` with as many slices as there are indices")?;
        }
    }
    let to = out.write()?;
    let to = match (self_.rank(), index.rank()) {
        (1.., 0) => {
            let (shape, strides) = (
                to.view.layout.shape().to_vec(),
                to.view.layout.strides().to_vec(),
            );
            to.with_axes(&replaced(&shape, axis, &[]), &replaced(&strides, axis, &[]))?
        }
        _ => to,
    };
    slices(&self_, axis, &index, 0, (&out, to), false)
}
