//! `aclnnAddRmsNormQuant`: a residual sum, normalised by the root of the mean of its squares, and quantised by one or two given scales.
//!
//! | argument                                  | shape                        | data type                         | strided |
//! |-------------------------------------------|------------------------------|-----------------------------------|---------|
//! | `x1`, `x2`                                | rank 1 to 8                  | FLOAT16; BFLOAT16 on Ascend910B and Ascend950, FLOAT on Ascend950 | yes |
//! | `gamma`                                   | the last dimensions of `x1`  | that of `x1`                      | yes     |
//! | `scales1`, `scales2Optional`              | that of `gamma`, or one number | FLOAT, or that of `x1`          | yes     |
//! | `zeroPoints1Optional`, `zeroPoints2Optional` | that of the scales        | INT32, FLOAT, or that of `x1`     | yes     |
//! | `y1Out`, `y2Out`                          | that of `x1`                 | INT8; FLOAT8_E5M2, FLOAT8_E4M3FN, HIFLOAT8 on Ascend950 | yes |
//! | `xOut`                                    | that of `x1`                 | that of `x1`                      | yes     |
//!
//! `xOut = x1 + x2`, and `y = xOut / sqrt(mean(xOut²) + epsilon) · gamma`; `y1Out = round(y / scales1 + zeroPoints1Optional)`, or the product with `scales1` if `divMode` is false, which
//! Ascend950 takes only. `y2Out` is written if `scales2Optional` is given. `axis` is not looked at. Shapes are refused with 561002.
//!
//! Source: ops-nn, `norm/add_rms_norm_quant`.

use crate::contract::normed::AddRmsNormQuantCall;
use crate::prelude::*;

/// Adds, normalises and quantises rows.
#[aclnn]
fn aclnnAddRmsNormQuant(
    x1: Input,
    x2: Input,
    gamma: Input,
    scales1: Input,
    scales2_optional: Option<Input>,
    zero_points1_optional: Option<Input>,
    zero_points2_optional: Option<Input>,
    _axis: i64,
    epsilon: f64,
    div_mode: bool,
    y1_out: Output,
    y2_out: Output,
    x_out: Output,
) -> Planned {
    AddRmsNormQuantCall {
        terms: [&x1, &x2],
        gamma: &gamma,
        scales: [Some(&scales1), scales2_optional.as_ref()],
        zero_points: [
            zero_points1_optional.as_ref(),
            zero_points2_optional.as_ref(),
        ],
        beta: None,
        epsilon,
        divides: div_mode,
        y: [&y1_out, &y2_out],
        sum: &x_out,
        normed: None,
    }
    .plan()
}
