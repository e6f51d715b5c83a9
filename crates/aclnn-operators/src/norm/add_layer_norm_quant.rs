//! `aclnnAddLayerNormQuant`: a sum normalised to mean 0 and variance 1, and quantised once or twice.
//!
//! | argument          | shape                                     | data type                             | strided |
//! |-------------------|-------------------------------------------|---------------------------------------|---------|
//! | `x1`              | rank 1 to 8; 2 to 8 in the mode "dynamic" | FLOAT16, BFLOAT16, FLOAT ("static")   | yes     |
//! | `x2`              | that of `x1`                              | that of `x1`                          | yes     |
//! | `gamma`, `beta`   | the last dimensions of `x1`; one in the mode "dynamic" | that of `x1`             | yes     |
//! | `biasOptional`    | that of `gamma`, or of `x1`; may be null  | that of `x1`                          | yes     |
//! | `scales1Optional`, `scales2Optional` | that of `gamma`; may be null | that of `x1`, FLOAT ("static")  | yes     |
//! | `zeroPoints1Optional`, `zeroPoints2Optional` | that of `gamma`; may be null | that of the scales      | yes     |
//! | `y1Out`, `y2Out`  | that of `x1`                              | INT8                                  | yes     |
//! | `xOut`            | that of `x1`; written if `additionalOutput` | that of `x1`                        | yes     |
//! | `outScales1Out`, `outScales2Out` | that of `x1` without the last dimension; any in the mode "static" | FLOAT | yes |
//!
//! `x = x1 + x2 + biasOptional` is normalised as it is rounded to its type. In the mode "static" codes are `y / scales + zeroPoints` if `divMode`, else `y · scales + zeroPoints`; `scales1Optional`
//! must be given, and zero points for all scales or for none. In the mode "dynamic" they are those of `aclnnDynamicQuant` with `scales` as factors of columns, without zero points. `y2Out` and
//! `outScales2Out` are written where `scales2Optional` is given, and may have any shape otherwise. Refusals are 161002. Ascend950 only.
//!
//! Source: ops-nn, `norm/add_layer_norm_quant`.

use crate::contract::layer_normed::AddLayerNormQuantCall;
use crate::prelude::*;

/// Adds, normalises and quantises rows.
#[aclnn]
fn aclnnAddLayerNormQuant(
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
    out_scales1_out: Output,
    out_scales2_out: Output,
) -> Planned {
    x1.dtype_in(SHORT_ON_950)?;
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
        result: None,
        scales_out: [&out_scales1_out, &out_scales2_out],
    }
    .plan()
}
