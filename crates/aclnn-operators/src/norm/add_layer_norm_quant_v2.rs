//! `aclnnAddLayerNormQuantV2`: as `aclnnAddLayerNormQuant`, with the normalised numbers.
//!
//! | argument        | shape                                                  | data type    | strided |
//! |-----------------|--------------------------------------------------------|--------------|---------|
//! | `gamma`, `beta` | the last dimensions of `x1`, or 1 and its last one     | that of `x1` | yes     |
//! | `scales1Optional`, `scales2Optional` | that of `gamma`, or `[1]`; may be null | that of `x1`, FLOAT on Ascend950 ("static") | yes |
//! | `layernormRes`  | that of `x1`                                           | that of `x1` | yes     |
//!
//! The others are those of `aclnnAddLayerNormQuant`. `layernormRes` is what is quantised, rounded to its type. Ascend910B, Ascend910_93 and the inference chips know the mode "static" alone, without
//! `additionalOutput`, `divMode` and `scales2Optional`, with one scale (561002); inference chips have no BFLOAT16.
//!
//! Source: ops-nn, `norm/add_layer_norm_quant_v2`.

use crate::contract::layer_normed::AddLayerNormQuantCall;
use crate::prelude::*;

/// Adds, normalises and quantises rows, with the normalised numbers.
#[aclnn]
fn aclnnAddLayerNormQuantV2(
    x1: Input,
    x2: Input,
    gamma: Input,
    beta: Input,
    bias_optional: Option<Input>,
    scales1_optional: Option<Input>,
    scales2_optional: Option<Input>,
    zero_points1_optional: Option<Input>,
    zero_points2_optional: Option<Input>,
    quant_mode: Text,
    epsilon: f64,
    additional_output: bool,
    div_mode: bool,
    y1_out: Output,
    y2_out: Output,
    x_out: Output,
    layernorm_res: Output,
    out_scales1_out: Output,
    out_scales2_out: Output,
) -> Planned {
    AddLayerNormQuantCall {
        terms: [&x1, &x2],
        gamma: &gamma,
        beta: &beta,
        bias: bias_optional.as_ref(),
        scales: [scales1_optional.as_ref(), scales2_optional.as_ref()],
        zero_points: [
            zero_points1_optional.as_ref(),
            zero_points2_optional.as_ref(),
        ],
        mode: &quant_mode,
        epsilon,
        has_sum: additional_output,
        divides: div_mode,
        y: [&y1_out, &y2_out],
        sum: &x_out,
        result: Some(&layernorm_res),
        scales_out: [&out_scales1_out, &out_scales2_out],
    }
    .plan()
}
