//! `aclnnRmsNormDynamicMxQuant`: rows divided by the root of the mean of their squares, and quantised in blocks of 32 that share a power of two.
//!
//! | argument     | shape                                                     | data type                 | strided |
//! |--------------|-----------------------------------------------------------|---------------------------|---------|
//! | `x`          | rank 1 to 7; the last dimension even for FLOAT4           | FLOAT16, BFLOAT16         | yes     |
//! | `gamma`      | the last dimension of `x`                                 | that of `x`, FLOAT        | yes     |
//! | `beta`       | that of `gamma`; may be null                              | that of `gamma`           | yes     |
//! | `yOut`       | that of `x`                                               | FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT4_E2M1, FLOAT4_E1M2 | no |
//! | `mxscaleOut` | that of `x` with pairs of blocks as last dimension, then 2 | FLOAT8_E8M0              | yes     |
//! | `rstdOut`    | that of `x` with 1 for the last dimension; any, or null, unless `outputRstd` | FLOAT  | yes     |
//!
//! `y = x / sqrt(mean(x²) + epsilon) · gamma + beta` is rounded to the type of `x`, as the kernel stores it, and quantised as `aclnnDynamicMxQuant` does. `roundMode` (null is "rint"), `dstType` and
//! `scaleAlg` (0, and 1 for FLOAT8) are those of that operator. Types give 161002, all else 561103, as the page says. Ascend950 only.
//!
//! Source: ops-nn, `norm/rms_norm_dynamic_mx_quant`.

use crate::contract::mx_normed::MxNormedCall;
use crate::prelude::*;

/// Normalises rows and quantises them in blocks.
#[aclnn]
fn aclnnRmsNormDynamicMxQuant(
    x: Input,
    gamma: Input,
    beta: Option<Input>,
    epsilon: f64,
    scale_alg: i64,
    round_mode: Option<MutText>,
    dst_type: i64,
    output_rstd: bool,
    y_out: Output,
    mxscale_out: Output,
    rstd_out: Option<Output>,
) -> Planned {
    MxNormedCall {
        terms: &[&x],
        gamma: &gamma,
        beta: beta.as_ref(),
        epsilon,
        scale_alg,
        round_mode,
        dst_type,
        y: &y_out,
        sum: None,
        scale: &mxscale_out,
        has_inverse: output_rstd,
        inverse: rstd_out.as_ref(),
    }
    .plan()
}
