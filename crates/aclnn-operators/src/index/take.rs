//! `aclnnTake`: elements by their number. Source: ops-nn, `index/gather_v2`.

use crate::prelude::*;
use contract::indexing::{GATHERED, INDEX, gathered_formats};

const TYPES: Dtypes = GATHERED.or(on_910(&[U16, U32, U64])).and_910b(&[Bf16]);

/// Computes the elements of `self`, numbered in row-major order, that `index` names. An index below 0 counts from the end; one outside fails the task.
#[aclnn]
fn aclnnTake(self_: Input, index: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.same_dtype(&self_)?;
    index.dtype_in(INDEX)?;
    index.max_rank(8)?;
    out.same_shape(&index)?;
    if self_.is_empty() && !index.is_empty() {
        return Err(self_.shape_refused("elements to take").into());
    }
    gathered_formats(&self_, &index, &out)?;
    let (table, index, out) = (self_.read()?, index.read()?, out.write()?);
    if index.view.layout.is_empty() {
        return Ok(Call::nothing([table, index, out]));
    }
    Ok(ops::indexing::take(table, index, out)?)
}
