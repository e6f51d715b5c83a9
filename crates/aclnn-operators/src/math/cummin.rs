//! `aclnnCummin`: the smallest element so far, and its place. Source: ops-math, `math/cummin`.

use crate::ops::cumulative::{self, SMALLEST};
use crate::prelude::*;

/// Computes the smallest of each element and all before it along axis `dim`, and the place of its last occurrence. NaN stays, with
/// the place of the last one.
#[aclnn]
fn aclnnCummin(self_: Input, dim: i64, values_out: Output, indices_out: Output) -> Planned {
    let types = FLOATING_EVERYWHERE.or(INTEGERS);
    let axis = self_.axis("dim", dim)?;
    self_.dtype_in(types)?;
    values_out.dtype_in(types)?;
    indices_out.dtype_in(INDEX_TYPES)?;
    self_.max_rank(8)?;
    values_out.same_shape(&self_)?;
    indices_out.same_shape(&self_)?;
    let widens = matches!(self_.dtype()?, I8 | U8 | Bool);
    if contract::on_950() && !widens {
        values_out
            .same_dtype(&self_)
            .code(ACLNN_ERR_INNER_NULLPTR)?;
    }
    let outputs = [values_out.write()?, indices_out.write()?];
    Ok(cumulative::running(
        &SMALLEST,
        self_.dtype()?,
        self_.read()?,
        axis,
        outputs,
    )?)
}
