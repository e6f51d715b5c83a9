//! `aclnnGatherNd`: slices at coordinates. Source: ops-nn, `index/gather_nd`.

use crate::prelude::*;
use contract::indexing::{INDEX, updates_of_rows};
use ops::indexing;

const BASE: &[Dtype] = &[F32, I32, I64, F16, I8, U8, Bool];
const TYPES: Dtypes = for_chips(BASE, BASE, BASE)
    .and_910b(&[Bf16])
    .and_950(&[F64, I16, U16, U32, U64]);

/// Computes the elements, or slices, of `self` at the coordinates in the rows of `indices`. With `negativeIndexSupport` an index below 0 counts from the
/// end; one outside its axis fails the task.
#[aclnn]
fn aclnnGatherNd(
    self_: Input,
    indices: Input,
    negative_index_support: bool,
    out: Output,
) -> Planned {
    out.same_dtype(&self_)?;
    self_.dtype_in(TYPES)?;
    indices.dtype_in(INDEX)?;
    self_.rank_in(1..=8)?;
    indices.rank_in(1..=8)?;
    let (rows, columns) = indices.shape().split_at(indices.rank() - 1);
    if !(1..=self_.rank() as i64).contains(&columns[0]) {
        let allowed = format!("a last axis of 1 to {}, the axes of `self`", self_.rank());
        return Err(indices.shape_refused(allowed).into());
    }
    updates_of_rows(&out, rows, &self_, columns[0] as usize)?;
    let (table, index, to) = (self_.read()?, indices.read()?, out.write()?);
    if self_.is_empty() || indices.is_empty() {
        return Ok(Call::nothing([table, index, to]));
    }
    let geometry = indexing::coordinates(&table, &index, &to, negative_index_support);
    Ok(indexing::gather(&geometry, table, to)?)
}
