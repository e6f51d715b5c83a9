//! `aclnnClippedSwigluV2`: gated units of clipped halves, in some rows; on Ascend950. Source: ops-nn, `activation/clipped_swiglu`.

use crate::contract::ClippedUnit;
use crate::device::soc::Generation::Ascend950;
use crate::prelude::*;

/// Computes what `aclnnClippedSwiglu` does if `clampMode` is 0, or, if it is 1, `a / (1 + e^-a)`, brought to at most `limit`, times `b`, brought between `-limit` and `limit`.
#[aclnn(generated)]
fn aclnnClippedSwigluV2(
    x: Input,
    group_index_optional: Option<Input>,
    dim: i64,
    alpha: f64,
    limit: f64,
    bias: f64,
    interleaved: bool,
    clamp_mode: i64,
    out: ConstOutput,
) -> Planned {
    let clipped = ClippedUnit::new(group_index_optional.as_ref(), dim, interleaved);
    contract::generated_unit(&x, &[&out], &[Ascend950])?;
    clipped.forward(&x, [alpha, limit, bias], clamp_mode, &out)
}
