//! `aclnnIndexPutImpl`: writing where a list of tensors says. Source: ops-nn, `index/index_put_v2`.

use crate::prelude::*;
use contract::indexing::{INDEX_OR_MASK, entries_of};

const TYPES: Dtypes = on_910(&[F32, I32, I64, F16, I16, I8, U8, F64, Bool]).and_after_910(&[Bf16]);

/// Writes `values`, broadcast, to `selfRef[indices]` as PyTorch, or adds them with `accumulate`, rounded once; of several for one element the last one stays. An
/// index below 0 counts from the end; one outside its axis fails the task, whatever `unsafe` says.
#[aclnn]
fn aclnnIndexPutImpl(
    self_ref: InOut,
    indices: Inputs,
    values: Input,
    accumulate: bool,
    unsafe_: bool,
) -> Planned {
    let _ = unsafe_;
    self_ref.dtype_in(TYPES)?;
    values.dtype_in(TYPES)?;
    for index in indices.iter().filter(|index| !index.is_empty()) {
        index.dtype_in(INDEX_OR_MASK)?;
    }
    values.same_dtype(&self_ref)?;
    self_ref.max_rank(8)?;
    if indices.len() > self_ref.rank() {
        let (got, allowed) = (indices.len(), format!("at most {}", self_ref.rank()));
        return Err(Error::value("indices", format!("a list of {got}"), allowed).into());
    }
    let entries = entries_of(&self_ref, &indices)?;
    let nothing = self_ref.is_empty() || values.is_empty() || entries.iter().all(Option::is_none);
    if nothing {
        return Ok(Call::nothing([self_ref.update()?, values.read()?]));
    }
    let (target, values) = (self_ref.update()?, values.read()?);
    let planned = ops::indexing::index_put(target, entries, values, accumulate);
    planned.code(ACLNN_ERR_INNER_NULLPTR)
}
