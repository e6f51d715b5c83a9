//! `aclnnAddRmsNormDynamicQuantV2`: as `aclnnAddRmsNormDynamicQuant`, with a bias, and with a mask that says which outputs are written.
//!
//! | argument       | shape                        | data type    | strided |
//! |----------------|------------------------------|--------------|---------|
//! | `betaOptional` | that of `gamma`; may be null | that of `x1` | yes     |
//! | `outputMask`   | two elements; may be null    | BOOL         | -       |
//!
//! The others are those of `aclnnAddRmsNormDynamicQuant`; codes are INT4 too, and on Ascend950 INT32, which have eight numbers of four bits. With a mask each output is written that it names, with its
//! factors if they are given; without one as by `aclnnAddRmsNormDynamicQuant`.
//!
//! Source: ops-nn, `norm/add_rms_norm_dynamic_quant`.

use crate::contract::normed::AddRmsNormDynamicQuantCall;
use crate::prelude::*;

const CODES: Dtypes = on_all(&[])
    .and_910b(&[I8, I4])
    .and_950(&[I32, Hifloat8, F8E5m2, F8E4m3fn]);

/// Adds, normalises and quantises rows by their range, with a bias.
#[aclnn]
fn aclnnAddRmsNormDynamicQuantV2(
    x1: Input,
    x2: Input,
    gamma: Input,
    smooth_scale1_optional: Option<Input>,
    smooth_scale2_optional: Option<Input>,
    beta_optional: Option<Input>,
    epsilon: f64,
    output_mask: Option<Bools>,
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
        beta: beta_optional.as_ref(),
        epsilon,
        mask: output_mask.as_ref(),
        codes: CODES,
        y: [&y1_out, &y2_out],
        sum: &x_out,
        scales: [&scale1_out, &scale2_out],
    }
    .plan()
}
