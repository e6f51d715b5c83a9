//! `aclnnAddRmsNormDynamicQuant`: a residual sum, normalised by the root of the mean of its squares, and quantised by scales that follow from the range of rows.
//!
//! | argument                                       | shape                          | data type         | strided |
//! |------------------------------------------------|--------------------------------|-------------------|---------|
//! | `x1`, `x2`                                     | rank 2 to 8                    | FLOAT16, BFLOAT16 | yes     |
//! | `gamma`                                        | the last dimension of `x1`     | that of `x1`      | yes     |
//! | `smoothScale1Optional`, `smoothScale2Optional` | that of `gamma`; may be null   | that of `x1`      | yes     |
//! | `y1Out`, `y2Out`                               | that of `x1`                   | INT8; FLOAT8_E5M2, FLOAT8_E4M3FN, HIFLOAT8 on Ascend950 | yes |
//! | `xOut`                                         | that of `x1`                   | that of `x1`      | yes     |
//! | `scale1Out`, `scale2Out`                       | a number for each row          | FLOAT             | yes     |
//!
//! `xOut = x1 + x2`, and `y = xOut / sqrt(mean(xOut²) + epsilon) · gamma`, which is quantised as `aclnnDynamicQuant` does, with each of the factors. `y2Out` and `scale2Out` are written where both
//! factors are given, and have any shape else; the second factors alone are refused. Shapes give 561002. Ascend910B, Ascend910_93 and Ascend950.
//!
//! Source: ops-nn, `norm/add_rms_norm_dynamic_quant`.

use crate::contract::normed::AddRmsNormDynamicQuantCall;
use crate::prelude::*;

const CODES: Dtypes = on_all(&[])
    .and_910b(&[I8])
    .and_950(&[Hifloat8, F8E5m2, F8E4m3fn]);

/// Adds, normalises and quantises rows by their range.
#[aclnn]
fn aclnnAddRmsNormDynamicQuant(
    x1: Input,
    x2: Input,
    gamma: Input,
    smooth_scale1_optional: Option<Input>,
    smooth_scale2_optional: Option<Input>,
    epsilon: f64,
    y1_out: Output,
    y2_out: Output,
    x_out: Output,
    scale1_out: Output,
    scale2_out: Output,
) -> Planned {
    AddRmsNormDynamicQuantCall {
        terms: [&x1, &x2],
        gamma: &gamma,
        smooth: [
            smooth_scale1_optional.as_ref(),
            smooth_scale2_optional.as_ref(),
        ],
        beta: None,
        epsilon,
        mask: None,
        codes: CODES,
        y: [&y1_out, &y2_out],
        sum: &x_out,
        scales: [&scale1_out, &scale2_out],
    }
    .plan()
}
