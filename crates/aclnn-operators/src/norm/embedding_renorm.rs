//! `aclnnEmbeddingRenorm`: rows of a table, scaled to a norm. Source: ops-nn, `norm/renorm`.

use crate::prelude::*;

const TYPES: Dtypes = SHORT_FLOATING;

/// Scales each row of `selfRef` that `indices` name, and whose norm of order `normType` is larger than `maxNorm`, to that norm. An index outside the table fails
/// the task.
#[aclnn(prologue = last)]
fn aclnnEmbeddingRenorm(self_ref: InOut, indices: Input, max_norm: f64, norm_type: f64) -> Planned {
    self_ref.dtype_in(TYPES)?;
    indices.dtype_in(contract::indexing::INDEX)?;
    self_ref.rank_in(2..=2)?;
    indices.max_rank(8)?;
    contract::none_private(&[&self_ref, &indices])?;
    let (table, index) = (self_ref.update()?, indices.read()?);
    if self_ref.is_empty() || indices.is_empty() {
        return Ok(Call::nothing([table, index]));
    }
    // No norm is larger than NaN.
    Ok(ops::indexing::renormalise(
        table, index, max_norm, norm_type,
    )?)
}
