//! `aclnnRmsNormQuantV3`: as `aclnnRmsNormQuant`, with scales of columns, with products in place of quotients, and with the statistics of rows.
//!
//! | argument | shape                                                          | data type | strided |
//! |----------|----------------------------------------------------------------|-----------|---------|
//! | `scale`  | `[1]` or `[columns]`                                           | that of `x`, FLOAT | yes |
//! | `offset` | that of `scale`; may be null                                   | that of `x`, INT8, INT32, FLOAT | yes |
//! | `beta`   | `[columns]` or `[1, columns]`; may be null                     | that of `x` | yes     |
//! | `rstd`   | that of `x` with 1 for the last dimension; any unless `outputRstd` | FLOAT | yes     |
//!
//! The others are those of `aclnnRmsNormQuant`. Numbers are multiplied by `scale` unless `divMode`. `rstd` is `1 / sqrt(mean(x²) + epsilon)`, written if `outputRstd`. Ascend950 only.
//!
//! Source: ops-nn, `norm/rms_norm_quant_v3`.

use crate::contract::normed::RmsNormQuantCall;
use crate::prelude::*;

/// Normalises rows and quantises them, with statistics.
#[aclnn]
fn aclnnRmsNormQuantV3(
    x: Input,
    gamma: Input,
    scale: Input,
    offset: Option<Input>,
    beta: Option<Input>,
    epsilon: f64,
    div_mode: bool,
    output_rstd: bool,
    y: Output,
    rstd: Output,
) -> Planned {
    x.dtype_in(only_950(&[F32, F16, Bf16]))?;
    rstd.dtype_is(F32)?;
    if output_rstd {
        rstd.has_statistics_of(&x, 1)?;
    }
    RmsNormQuantCall {
        x: &x,
        gamma: &gamma,
        beta: beta.as_ref(),
        scale: &scale,
        offset: offset.as_ref(),
        epsilon,
        divides: div_mode,
        y: &y,
        inverse: Some(&rstd).filter(|_| output_rstd),
    }
    .plan()
}
