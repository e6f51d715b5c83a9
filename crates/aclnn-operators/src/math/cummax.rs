//! `aclnnCummax`: the largest element so far, and its place. Source: ops-math, `math/cummax`.

use crate::ops::cumulative::{self, LARGEST};
use crate::prelude::*;

/// Computes the largest of each element and all before it along axis `dim`, which has one at least, and the place of its last occurrence. NaN stays, with
/// the place of the last one.
#[aclnn]
fn aclnnCummax(self_: Input, dim: i64, values_out: Output, indices_out: Output) -> Planned {
    // A tensor of rank 0 has no axis.
    self_.rank_in(1..=8)?;
    let types = FLOATING.or(INTEGERS);
    let axis = self_.axis("dim", dim)?;
    self_.dtype_in(types)?;
    values_out.dtype_in(types)?;
    indices_out.dtype_in(INDEX_TYPES)?;
    self_.max_rank(8)?;
    values_out.same_shape(&self_)?;
    indices_out.same_shape(&self_)?;
    let outputs = [values_out.write()?, indices_out.write()?];
    Ok(cumulative::running(
        &LARGEST,
        self_.dtype()?,
        self_.read()?,
        axis,
        outputs,
    )?)
}
