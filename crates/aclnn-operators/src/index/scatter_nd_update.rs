//! `aclnnScatterNdUpdate`: slices written at coordinates. Source: ops-nn, `index/scatter_nd_update`.

use crate::prelude::*;
use contract::indexing::{INDEX, updates_of_rows};
use ops::indexing;
use ops::indexing::Source;

const TYPES: Dtypes = for_chips(
    &[F32, F16, Bool],
    &[F32, F16, Bool, I16, Bf16, I64, I8, I32],
    &[
        F32, F16, Bool, Bf16, I64, I8, U8, F8E5m2, F8E4m3fn, Hifloat8,
    ],
);

/// Writes the slices of `updates` to `varRef` at the coordinates in the rows of `indices`; of several the last one stays. An index outside its axis fails the
/// task.
#[aclnn]
fn aclnnScatterNdUpdate(var_ref: InOut, indices: Input, updates: Input) -> Planned {
    var_ref.dtype_in(TYPES)?;
    indices.dtype_in(INDEX)?;
    updates.same_dtype(&var_ref)?;
    if var_ref.is_empty() || indices.is_empty() || updates.is_empty() {
        return Ok(Call::nothing([var_ref.update()?]));
    }
    let shapes = || {
        indices.rank_in(2..=8)?;
        let (rows, columns) = indices.shape().split_at(indices.rank() - 1);
        let most = var_ref.rank().min(7) as i64;
        if columns[0] > most {
            return Err(indices.shape_refused(format!("a last axis of 1 to {most}")));
        }
        updates_of_rows(&updates, rows, &var_ref, columns[0] as usize)
    };
    shapes().code(ACLNN_ERR_INNER_NULLPTR)?;
    contract::up_to_rank_8(&[&var_ref, &updates])?;
    let (target, indices, updates) = (var_ref.update()?, indices.read()?, updates.read()?);
    let geometry = indexing::coordinates(&target, &indices, &updates, false);
    let into = indexing::Written::Itself(target);
    Ok(indexing::assign(&geometry, Source::Tensor(updates), into)?)
}
