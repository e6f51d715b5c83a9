//! `aclnnMoeGatingTopKBackward`: the gradient of `aclnnMoeGatingTopK`; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer, `moe/moe_gating_top_k_backward`.

use crate::contract::moe::{extents, within};
use crate::ops::moe::{GatingGradient, gating_gradient};
use crate::prelude::*;

/// Computes the gradient of `aclnnMoeGatingTopK` with `normType` 1 by the scores: of the normalised scores `xNorm` (FLOAT), the gradients `gradY` by the chosen experts'
/// results, and these experts. `renorm` is not used with the logistic function. An expert outside the row ends the task with an error.
#[aclnn]
fn aclnnMoeGatingTopKBackward(
    x_norm: Input,
    grad_y: Input,
    expert_idx: Input,
    renorm: i64,
    norm_type: i64,
    routed_scaling_factor: f64,
    eps: f64,
    out: ConstOutput,
) -> Planned {
    // On chips without the operator no type of `gradY` passes.
    grad_y.dtype_in(SHORT_SINCE_910B)?;
    x_norm.dtype_is(F32)?;
    expert_idx.dtype_is(I32)?;
    out.same_dtype(&grad_y)?;
    let [tokens, experts] = extents::<2>(&x_norm)?;
    let [_, k] = extents::<2>(&grad_y)?;
    if x_norm.is_empty() || !(2..=2048).contains(&experts) {
        return Err(x_norm
            .shape_refused("at least one row, and 2 to 2048 experts")
            .into());
    }
    if !(1..=experts).contains(&k) {
        return Err(grad_y
            .shape_refused(format!("1 to {experts} experts"))
            .into());
    }
    grad_y.shape_is(&[tokens, k], "as many rows as `xNorm`")?;
    expert_idx.same_shape(&grad_y)?;
    out.same_shape(&x_norm)?;
    within("renorm", renorm, 0..=1)?;
    within("normType", norm_type, 1..=1)?;
    Ok(gating_gradient(GatingGradient {
        normalised: x_norm.read()?,
        gradient: grad_y.read()?,
        experts: expert_idx.read()?,
        eps,
        factor: routed_scaling_factor,
        output: out.write()?,
    })?)
}
