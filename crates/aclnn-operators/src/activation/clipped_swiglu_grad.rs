//! `aclnnClippedSwigluGrad`: the gradient of `aclnnClippedSwiglu`; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-nn, `activation/clipped_swiglu_grad`.

use crate::contract::ClippedUnit;
use crate::device::soc::Generation::{Ascend910B, Ascend950};
use crate::prelude::*;

/// Computes the gradient of `aclnnClippedSwiglu` by `x`: 0 of what is beyond `limit`, and in rows behind those that the elements of `groupIndexOptional` add up to.
#[aclnn(generated)]
fn aclnnClippedSwigluGrad(
    grad_y: Input,
    x: Input,
    group_index_optional: Option<Input>,
    dim: i64,
    alpha: f64,
    limit: f64,
    bias: f64,
    interleaved: bool,
    grad_x_out: ConstOutput,
) -> Planned {
    let clipped = ClippedUnit::new(group_index_optional.as_ref(), dim, interleaved);
    contract::generated_unit(&grad_y, &[&x, &grad_x_out], &[Ascend910B, Ascend950])?;
    clipped.gradient(&grad_y, &x, [alpha, limit, bias], &grad_x_out)
}
