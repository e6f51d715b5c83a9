//! `aclnnIndex`: indexing with a list of tensors. Source: ops-nn, `index/index`.

use crate::prelude::*;
use contract::indexing::{INDEX_OR_MASK, entries_of};

const TYPES: Dtypes = on_910(&[F32, F16, I64, I32, Bool, I8, U8, F64, I16])
    .and_after_910(&[Bf16])
    .and_950(&[Complex64]);

/// Computes `self[indices]` as PyTorch: a tensor without elements leaves its axis as it is, a mask of BOOL stands for the coordinates of its true elements, and
/// the others broadcast. An index below 0 counts from the end; one outside its axis fails the task.
#[aclnn]
fn aclnnIndex(self_: Input, indices: Inputs, out: Output) -> Planned {
    out.same_dtype(&self_)?;
    self_.dtype_in(TYPES)?;
    for index in indices.iter().filter(|index| !index.is_empty()) {
        index.dtype_in(INDEX_OR_MASK)?;
    }
    contract::none_private(&[&self_, &out])?;
    for index in indices.iter() {
        index.not_private()?;
    }
    self_.max_rank(8)?;
    for index in indices.iter().filter(|index| !index.is_empty()) {
        index.max_rank(8)?;
    }
    if self_.is_empty() || out.is_empty() {
        return Ok(Call::nothing([self_.read()?, out.write()?]));
    }
    let entries = entries_of(&self_, &indices)?;
    Ok(ops::indexing::index(self_.read()?, entries, out.write()?)?)
}
