//! `aclnnGather`: elements at indices along one axis. Source: ops-nn, `index/gather_elements_v2`.

use crate::prelude::*;
use contract::indexing::{INDEX, axis, fits};
use ops::indexing;

const TYPES: Dtypes = on_910(&[F32, I32, F16, I8, F64, I16, I64, U64, U32, U16, U8, Bool])
    .and_910b(&[Bf16])
    .and_950(&[F8E5m2, F8E4m3fn, F8E8m0]);

/// Computes `out[i, j, ..] = self[i, index[i, j, ..], ..]` for axis `dim`, which is 1 here: each index says where along it. An index below 0 counts from
/// the end; one outside the axis fails the task.
#[aclnn]
fn aclnnGather(self_: Input, dim: i64, index: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    if !index.is_empty() {
        index.dtype_in(INDEX)?;
    }
    out.same_dtype(&self_)?;
    if self_.rank().max(1) != index.rank().max(1) {
        let allowed = format!("{} (that of `self`)", self_.rank());
        return Err(Error::rank("index", index.rank(), allowed).into());
    }
    contract::up_to_rank_8(&[&self_, &index, &out])?;
    out.same_shape(&index)?;
    let axis = axis("dim", dim, self_.rank())?;
    if index.is_empty() || self_.is_empty() && contract::indexing::vector(self_.shape())[axis] > 0 {
        return Ok(Call::nothing([self_.read()?, index.read()?, out.write()?]));
    }
    fits(&index, &self_, Some(axis))?;
    if self_.is_empty() {
        return Err(self_.shape_refused("an axis `dim` with elements").into());
    }
    let (table, index) = (
        self_.read()?.at_least_one_axis()?,
        index.read()?.at_least_one_axis()?,
    );
    let out = out.write()?.at_least_one_axis()?;
    let geometry = indexing::elements(&table, axis, &index, out.view.layout.strides());
    Ok(indexing::gather(&geometry, table, out)?)
}
