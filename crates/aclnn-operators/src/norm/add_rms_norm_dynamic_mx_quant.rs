//! `aclnnAddRmsNormDynamicMxQuant`: as `aclnnRmsNormDynamicMxQuant`, of a sum, which is an output too.
//!
//! | argument   | shape        | data type         | strided |
//! |------------|--------------|-------------------|---------|
//! | `x1`       | rank 1 to 7; the last dimension even for FLOAT4 | FLOAT16, BFLOAT16 | yes |
//! | `x2`       | that of `x1` | that of `x1`      | yes     |
//! | `xOut`     | that of `x1` | that of `x1`      | yes     |
//!
//! The others are those of `aclnnRmsNormDynamicMxQuant`. `x = x1 + x2` is normalised as it is rounded in `xOut`. Ascend950 only.
//!
//! Source: ops-nn, `norm/add_rms_norm_dynamic_mx_quant`.

use crate::contract::mx_normed::MxNormedCall;
use crate::prelude::*;

/// Adds, normalises and quantises rows in blocks.
#[aclnn]
fn aclnnAddRmsNormDynamicMxQuant(
    x1: Input,
    x2: Input,
    gamma: Input,
    beta: Option<Input>,
    epsilon: f64,
    scale_alg: i64,
    round_mode: Option<MutText>,
    dst_type: i64,
    output_rstd: bool,
    y_out: Output,
    x_out: Output,
    mxscale_out: Output,
    rstd_out: Option<Output>,
) -> Planned {
    MxNormedCall {
        terms: &[&x1, &x2],
        gamma: &gamma,
        beta: beta.as_ref(),
        epsilon,
        scale_alg,
        round_mode,
        dst_type,
        y: &y_out,
        sum: Some(&x_out),
        scale: &mxscale_out,
        has_inverse: output_rstd,
        inverse: rstd_out.as_ref(),
    }
    .plan()
}
