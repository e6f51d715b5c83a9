//! `aclnnSwigluGroupQuantGrad`: gradients of the gated unit of `aclnnSwigluGroupQuant`.
//!
//! | argument                | shape                                                 | data type               | strided |
//! |-------------------------|-------------------------------------------------------|-------------------------|---------|
//! | `gradY`                 | `[.., H]`, rank 2 to 8                                | FLOAT, FLOAT16, BFLOAT16 | yes    |
//! | `x`, `gradXOut`         | `[.., 2H]`                                            | that of `gradY`         | yes     |
//! | `weightOptional`        | a factor for each row; may be null                    | FLOAT                   | yes     |
//! | `yOriginOptional`       | that of `gradY`; may be null without `weightOptional` | that of `gradY`         | yes     |
//! | `groupIndexOptional`    | `[G]`, the number of rows of each group; may be null  | INT64                   | yes     |
//! | `gradWeightOutOptional` | that of `weightOptional`; may be null                 | FLOAT                   | yes     |
//!
//! `clampLimit` is the limit of the unit, at which and beyond which there is no gradient, or -1. The gradient of a factor is the sum of `gradY · yOriginOptional` of its row. Gradients of rows behind
//! the last group are 0. Ascend950.
//!
//! Source: ops-nn, `activation/swiglu_group_quant_grad`.

use crate::contract::swiglu_group::{SwigluGroupGradCall, limit};
use crate::prelude::*;

/// Computes the gradients of a gated unit of groups of rows.
#[aclnn]
fn aclnnSwigluGroupQuantGrad(
    grad_y: Input,
    x: Input,
    weight_optional: Option<Input>,
    y_origin_optional: Option<Input>,
    group_index_optional: Option<Input>,
    clamp_limit: f64,
    grad_x_out: ConstOutput,
    grad_weight_out_optional: Option<ConstOutput>,
) -> Planned {
    SwigluGroupGradCall {
        grad_y: &grad_y,
        x: &x,
        weight: weight_optional.as_ref(),
        y_origin: y_origin_optional.as_ref(),
        group_index: group_index_optional.as_ref(),
        limit: limit(clamp_limit)?,
        grad_x: &grad_x_out,
        grad_weight: grad_weight_out_optional.as_ref(),
        is_plain: false,
    }
    .plan()
}
