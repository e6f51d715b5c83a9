//! `aclnnClippedSwiglu`: gated units of clipped halves, in some rows; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-nn, `activation/clipped_swiglu`.

use crate::contract::ClippedUnit;
use crate::device::soc::Generation::{Ascend910B, Ascend950};
use crate::prelude::*;

/// Computes `a (b + bias) / (1 + e^(-alpha a))` of the halves of `x` from `dim` on, first brought to at most `limit` and between `-limit` and `limit`. If `interleaved` is true, every
/// second element is of one half. Only as many of the first rows as the elements of `groupIndexOptional` add up to are written.
#[aclnn(generated)]
fn aclnnClippedSwiglu(
    x: Input,
    group_index_optional: Option<Input>,
    dim: i64,
    alpha: f64,
    limit: f64,
    bias: f64,
    interleaved: bool,
    out: ConstOutput,
) -> Planned {
    let clipped = ClippedUnit::new(group_index_optional.as_ref(), dim, interleaved);
    contract::generated_unit(&x, &[&out], &[Ascend910B, Ascend950])?;
    clipped.forward(&x, [alpha, limit, bias], 0, &out)
}
