//! `aclnnRmsNormQuant`: rows normalised by the root of the mean of their squares, and quantised by a given scale.
//!
//! | argument        | shape                                           | data type                          | strided |
//! |-----------------|-------------------------------------------------|------------------------------------|---------|
//! | `x`             | rank 1 to 8, with elements                      | FLOAT16; BFLOAT16 on Ascend910B and Ascend950, FLOAT on Ascend950 | yes |
//! | `gamma`, `beta` | `[columns]` or `[1, columns]`                   | that of `x`                        | yes     |
//! | `scale`         | `[1]`                                           | that of `x`; FLOAT on Ascend950    | yes     |
//! | `offset`        | `[1]`                                           | INT8; on Ascend950 that of `x`, INT32 and FLOAT too | yes |
//! | `y`             | that of `x`; for INT32 an eighth of the last dimension | INT8, INT4; INT32, FLOAT8_E5M2, FLOAT8_E4M3FN, HIFLOAT8 on Ascend950 | yes, but for INT4 |
//!
//! `y = round((x / sqrt(mean(x²) + epsilon) · gamma + beta) / scale + offset)`; NaN becomes 0.
//!
//! Source: ops-nn, `norm/rms_norm_quant`.

use crate::contract::normed::RmsNormQuantCall;
use crate::prelude::*;

/// Normalises rows and quantises them.
#[aclnn]
fn aclnnRmsNormQuant(
    x: Input,
    gamma: Input,
    beta: Input,
    scale: Input,
    offset: Input,
    epsilon: f64,
    y: Output,
) -> Planned {
    RmsNormQuantCall {
        x: &x,
        gamma: &gamma,
        beta: Some(&beta),
        scale: &scale,
        offset: Some(&offset),
        epsilon,
        divides: true,
        y: &y,
        inverse: None,
    }
    .plan()
}
