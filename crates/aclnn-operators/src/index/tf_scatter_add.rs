//! `aclnnTfScatterAdd`: rows, or slices at coordinates, added in place. Source: ops-nn, `index/tf_scatter_add`.

use crate::device::soc::{Generation, generation};
use crate::ops::indexing::Combine;
use crate::prelude::*;
use contract::indexing::{INDEX, combined_rows, updates_of_rows};
use ops::indexing;
use ops::indexing::Source;

const TYPES: Dtypes = on_all(&[F32, F16, Bf16, I32, I8, U8]);

/// Adds `updates` to `varRef` where `indices` say, rounded once: slices at the coordinates in the rows of `indices` if the shapes fit that, else rows. An index
/// outside its axis fails the task.
#[aclnn]
fn aclnnTfScatterAdd(var_ref: InOut, indices: Input, updates: Input) -> Planned {
    if generation() == Generation::Other {
        return Err(Error::dtype("varRef", var_ref.dtype()?, "none on this chip").into());
    }
    var_ref.dtype_in(TYPES)?;
    indices.dtype_in(INDEX)?;
    updates.same_dtype(&var_ref)?;
    let (rows, columns) = indices.shape().split_at(indices.rank().saturating_sub(1));
    let columns = columns
        .first()
        .copied()
        .filter(|&m| m <= var_ref.rank() as i64);
    let by_coordinates = columns
        .filter(|&columns| updates_of_rows(&updates, rows, &var_ref, columns as usize).is_ok());
    if by_coordinates.is_none() {
        for tensor in [&*var_ref, &*indices, &*updates] {
            tensor.rank_in(1..=8)?;
        }
        updates_of_rows(&updates, indices.shape(), &var_ref, 1)?;
        if var_ref.shape()[0] == 0 && !indices.is_empty() {
            return Err(var_ref.shape_refused("rows that `indices` can name").into());
        }
    }
    if var_ref.is_empty() || indices.is_empty() || updates.is_empty() {
        return Ok(Call::nothing([var_ref.update()?]));
    }
    if by_coordinates.is_none() {
        return combined_rows(Combine::Add, &var_ref, &indices, &updates);
    }
    let (target, indices, updates) = (var_ref.update()?, indices.read()?, updates.read()?);
    let geometry = indexing::coordinates(&target, &indices, &updates, false);
    let into = indexing::Written::Itself(target);
    let add = indexing::with_self(Combine::Add);
    Ok(indexing::combine(
        &geometry,
        add,
        Source::Tensor(updates),
        into,
    )?)
}
