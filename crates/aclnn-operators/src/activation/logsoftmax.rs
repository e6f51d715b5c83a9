//! `aclnnLogSoftmax`: logarithms of softmax. Source: ops-nn, `activation/log_softmax_v2`.

use crate::ops::rows::{Scaled, softmax};
use crate::prelude::*;

/// Computes the logarithm of softmax along `dim`; `self` is converted to the type of `out` first.
#[aclnn]
fn aclnnLogSoftmax(self_: Input, dim: i64, out: Output) -> Planned {
    let axis = self_.axis("dim", dim)?;
    self_.dtype_in(FLOATING)?;
    out.dtype_in(FLOATING)?;
    contract::both_up_to_rank_8(&self_, &out)?;
    out.same_shape(&self_)?;
    if self_.is_empty() {
        return contract::untouched(&self_, &[&out]);
    }
    let (compute, scaled) = (out.dtype()?, Scaled::default());
    Ok(softmax(
        true,
        compute,
        self_.read()?,
        axis,
        scaled,
        out.write()?,
    )?)
}
