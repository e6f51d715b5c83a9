//! `aclnnInplacePut`: elements written by their number. Source: ops-nn, `index/scatter_nd_update`.

use crate::prelude::*;
use contract::indexing::{GATHERED, INDEX};

const ASSIGNED: Dtypes = GATHERED.and_910b(&[Bf16]);

/// Writes the elements of `source` to those of `selfRef` that `index` numbers in row-major order, or adds them; of several the last one stays. An index
/// below 0 counts from the end; one outside fails the task.
#[aclnn]
fn aclnnInplacePut(self_ref: InOut, index: Input, source: Input, accumulate: bool) -> Planned {
    self_ref.dtype_in(if accumulate { GATHERED } else { ASSIGNED })?;
    index.dtype_in(INDEX)?;
    source.same_dtype(&self_ref)?;
    contract::up_to_rank_8(&[&self_ref, &index])?;
    if index.numel() != source.numel() {
        let allowed = format!("{} elements, one for each of `index`", index.numel());
        return Err(source.shape_refused(allowed).into());
    }
    if index.is_empty() {
        return Ok(Call::nothing([self_ref.update()?]));
    }
    if self_ref.is_empty() {
        return Err(self_ref.shape_refused("elements to write").into());
    }
    let (target, index, source) = (self_ref.update()?, index.read()?, source.read()?);
    Ok(ops::indexing::put(target, index, source, accumulate)?)
}
