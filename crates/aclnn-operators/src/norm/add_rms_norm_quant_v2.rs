//! `aclnnAddRmsNormQuantV2`: as `aclnnAddRmsNormQuant`, with a bias, and with the normalised numbers.
//!
//! | argument       | shape            | data type                                 | strided |
//! |----------------|------------------|-------------------------------------------|---------|
//! | `betaOptional` | that of `gamma`; may be null | that of `x1`; FLOAT on Ascend950 | yes  |
//! | `rmsNormOut`   | that of `x1`; may be null    | that of `x1`                  | yes     |
//!
//! The others are those of `aclnnAddRmsNormQuant`. `betaOptional` is added to what is quantised, not to `rmsNormOut`.
//!
//! Source: ops-nn, `norm/add_rms_norm_quant_v2`.

use crate::contract::normed::AddRmsNormQuantCall;
use crate::prelude::*;

/// Adds, normalises and quantises rows, with a bias.
#[aclnn]
fn aclnnAddRmsNormQuantV2(
    x1: Input,
    x2: Input,
    gamma: Input,
    scales1: Input,
    scales2_optional: Option<Input>,
    zero_points1_optional: Option<Input>,
    zero_points2_optional: Option<Input>,
    beta_optional: Option<Input>,
    _axis: i64,
    epsilon: f64,
    div_mode: bool,
    y1_out: Output,
    y2_out: Output,
    x_out: Output,
    rms_norm_out: Option<Output>,
) -> Planned {
    AddRmsNormQuantCall {
        terms: [&x1, &x2],
        gamma: &gamma,
        scales: [Some(&scales1), scales2_optional.as_ref()],
        zero_points: [
            zero_points1_optional.as_ref(),
            zero_points2_optional.as_ref(),
        ],
        beta: beta_optional.as_ref(),
        epsilon,
        divides: div_mode,
        y: [&y1_out, &y2_out],
        sum: &x_out,
        normed: rms_norm_out.as_ref(),
    }
    .plan()
}
