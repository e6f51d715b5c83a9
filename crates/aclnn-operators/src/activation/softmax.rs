//! `aclnnSoftmax`: exponentials of a row, divided by their sum. Source: ops-nn, `activation/softmax_v2`.

use crate::ops::rows::{Scaled, softmax};
use crate::prelude::*;

/// Computes the exponentials along `dim`, divided by their sum, in the type of `self`. An empty `self` is not looked at.
#[aclnn]
fn aclnnSoftmax(self_: Input, dim: i64, out: Output) -> Planned {
    if self_.is_empty() {
        return contract::untouched(&self_, &[&out]);
    }
    self_.dtype_in(FLOATING)?;
    out.dtype_in(FLOATING)?;
    let axis = self_.axis("dim", dim)?;
    self_.max_rank(8)?;
    out.same_shape(&self_)?;
    let (compute, scaled) = (self_.dtype()?, Scaled::default());
    Ok(softmax(
        false,
        compute,
        self_.read()?,
        axis,
        scaled,
        out.write()?,
    )?)
}
