//! `aclnnScatterNd`: slices that go to coordinates. Source: ops-nn, `index/scatter_nd`.

use crate::prelude::*;
use contract::indexing::{INDEX, updates_of_rows};
use ops::indexing;
use ops::indexing::Source;

const TYPES: Dtypes = on_910(&[F16, F32, Bool]).and_910b(&[Bf16]);

/// Computes `out` as `data` with the slices of `updates` at the coordinates in the rows of `indices`; of several the last one stays. An index outside its
/// axis fails the task.
#[aclnn(prologue = last)]
fn aclnnScatterNd(data: Input, indices: Input, updates: Input, out: Output) -> Planned {
    data.dtype_in(TYPES)?;
    indices.dtype_in(INDEX)?;
    updates.same_dtype(&data)?;
    out.same_dtype(&data)?;
    for tensor in [&*data, &*indices, &*updates] {
        tensor.rank_in(1..=8)?;
    }
    out.same_shape(&data)?;
    let (rows, columns) = indices.shape().split_at(indices.rank() - 1);
    if columns[0] > data.rank() as i64 {
        let allowed = format!("a last axis of at most {}, the axes of `data`", data.rank());
        return Err(indices.shape_refused(allowed).into());
    }
    updates_of_rows(&updates, rows, &data, columns[0] as usize)?;
    if data.is_empty() || indices.is_empty() || updates.is_empty() {
        return Ok(Call::nothing([
            data.read()?,
            indices.read()?,
            updates.read()?,
            out.write()?,
        ]));
    }
    if indices.rank() < 2 || columns[0] > 7 {
        let refused = indices.shape_refused("2 axes or more, the last one of 1 to 7");
        return Err(refused).code(ACLNN_ERR_INNER_NULLPTR);
    }
    let (out, indices, updates) = (out.write()?, indices.read()?, updates.read()?);
    let geometry = indexing::coordinates(&out, &indices, &updates, false);
    let into = indexing::Written::CopyOf(data.read()?, out);
    Ok(indexing::assign(&geometry, Source::Tensor(updates), into)?)
}
