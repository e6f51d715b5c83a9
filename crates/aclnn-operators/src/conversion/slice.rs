//! `aclnnSlice`: every so many elements of a dimension. Source: ops-math, `conversion/slice`.

use crate::prelude::*;

/// Copies every `step`-th element of dimension `dim` from `start` to before `end`. Negative numbers count from the end; what lies outside is left
/// out.
#[aclnn]
fn aclnnSlice(self_: Input, dim: i64, start: i64, end: i64, step: i64, out: Output) -> Planned {
    contract::sliced_types(&self_, &out)?;
    self_.rank_in(1..=8)?;
    let slice = contract::slice(dim, self_.rank(), [start, end, step])?;
    contract::sliced(&self_, &[slice], &out)
}
