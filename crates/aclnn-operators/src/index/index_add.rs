//! `aclnnIndexAdd`: slices added at a list of indices. Source: ops-nn, `index/inplace_scatter_add`.

use crate::prelude::*;
use contract::indexing::{SLICES_ADDED, added_slices, slices_fit};

/// Computes `out` as `self` plus `alpha` times the slices of `source` at the numbers of `index` along axis `dim`, rounded once. `alpha` is converted to the
/// type of `self` first. An index outside the axis fails the task.
#[aclnn]
fn aclnnIndexAdd(
    self_: Input,
    dim: i64,
    index: Input,
    source: Input,
    alpha: Scalar,
    out: Output,
) -> Planned {
    let types = SLICES_ADDED.and_910b(&[Bf16]);
    self_.dtype_in(types)?;
    index.dtype_in(contract::indexing::INDEX)?;
    source.same_dtype(&self_)?;
    out.same_dtype(&self_)?;
    let axis = slices_fit(&self_, dim, &index, &source, &out)?;
    let alpha = alpha.in_type(self_.dtype()?)?;
    added_slices(&self_, axis, &index, &source, Some(alpha), &out)
}
