//! `aclnnSwigluGroupGrad`: gradients of a gated unit of groups of rows.
//!
//! | argument                | shape                                                 | data type               | strided |
//! |-------------------------|-------------------------------------------------------|-------------------------|---------|
//! | `gradY`                 | `[T, H]` or `[B, S, H]`                               | FLOAT, FLOAT16, BFLOAT16 | yes    |
//! | `x`, `gradXOut`         | that of `gradY` with `2H`                             | that of `gradY`         | yes     |
//! | `weightOptional`        | that of `gradY` with 1; may be null                   | FLOAT                   | yes     |
//! | `yOriginOptional`       | that of `gradY`; null with `weightOptional`           | that of `gradY`         | yes     |
//! | `groupIndexOptional`    | `[G]`, the number of rows of each group; may be null  | INT64                   | yes     |
//! | `gradWeightOutOptional` | that of `weightOptional`; may be null                 | FLOAT                   | yes     |
//!
//! As `aclnnSwigluGroupQuantGrad`; `clampLimit`, 0 or more, is no limit if it is 0, and factors of rows behind the last group have a gradient. Ascend950.
//!
//! Source: ops-nn, `quant/swiglu_group_grad`.

use crate::contract::mx::refuse;
use crate::contract::swiglu_group::SwigluGroupGradCall;
use crate::prelude::*;

/// Computes the gradients of a gated unit of groups of rows.
#[aclnn]
fn aclnnSwigluGroupGrad(
    grad_y: Input,
    x: Input,
    weight_optional: Option<Input>,
    y_origin_optional: Option<Input>,
    group_index_optional: Option<Input>,
    clamp_limit: f32,
    grad_x_out: Output,
    grad_weight_out_optional: Option<Output>,
) -> Planned {
    // Not a number fails as well.
    if !(0.0..=f32::INFINITY).contains(&clamp_limit) {
        return Ok(refuse("clampLimit", clamp_limit, "0 or more")?);
    }
    SwigluGroupGradCall {
        grad_y: &grad_y,
        x: &x,
        weight: weight_optional.as_ref(),
        y_origin: y_origin_optional.as_ref(),
        group_index: group_index_optional.as_ref(),
        limit: (clamp_limit > 0.0).then_some(clamp_limit.into()),
        grad_x: &grad_x_out,
        grad_weight: grad_weight_out_optional.as_ref(),
        is_plain: true,
    }
    .plan()
}
