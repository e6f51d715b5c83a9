//! `aclnnArgMax`: the number of the largest element along an axis. Source: ops-math, `math/arg_max_v2`.

use crate::ops::reductions::{self, Axes, LARGEST};
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, F16, F64, I8, I16, I32, I64, U8])
    .and_910b(&[Bf16])
    .and_950(&[U16]);

/// Computes the number of the first largest element along axis `dim`. The first NaN wins. Of an empty `self` nothing is written.
#[aclnn]
fn aclnnArgMax(self_: Input, dim: i64, keepdim: bool, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    contract::both_up_to_rank_8(&self_, &out)?;
    let axis = Axes::one(self_.axis("dim", dim)?);
    if self_.is_empty() || out.is_empty() {
        return contract::untouched(&self_, &[&out]);
    }
    out.holds_reduced(&self_, axis, keepdim)?;
    contract::takes_indices(&out, ACLNN_ERR_INNER_NULLPTR)?;
    Ok(reductions::index(
        &LARGEST,
        self_.read()?,
        axis,
        out.write()?,
    )?)
}
