//! `aclnnAddRmsNormBias`: `aclnnAddRmsNorm` with an offset. Source: headers of vllm-ascend 0.18.0, `aclnn_add_rms_norm_bias.h`.

use super::add_rms_norm::Sum;
use crate::prelude::*;

/// Computes `aclnnRmsNorm` of `x1 + x2`, which `xOut` gets, and adds `betaOptional`, which has the shape of `gamma`.
#[aclnn]
fn aclnnAddRmsNormBias(
    x1: Input,
    x2: Input,
    gamma: Input,
    beta_optional: Option<Input>,
    epsilon: f64,
    y_out: ConstOutput,
    rstd_out: ConstOutput,
    x_out: ConstOutput,
) -> Planned {
    Sum {
        x1,
        x2,
        gamma,
        beta: beta_optional,
        epsilon,
        y_out,
        rstd_out: Some(rstd_out),
        x_out: Some(x_out),
    }
    .planned()
}
