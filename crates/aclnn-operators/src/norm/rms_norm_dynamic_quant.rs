//! `aclnnRmsNormDynamicQuant`: rows normalised by the root of the mean of their squares, and quantised by scales that follow from their range.
//!
//! | argument               | shape                        | data type         | strided |
//! |------------------------|------------------------------|-------------------|---------|
//! | `x`                    | rank 2 to 8                  | FLOAT16, BFLOAT16 | yes     |
//! | `gamma`                | the last dimension of `x`    | that of `x`       | yes     |
//! | `smoothScalesOptional`, `betaOptional` | that of `gamma`; may be null | that of `x` | yes |
//! | `yOut`                 | that of `x`                  | INT8              | yes     |
//! | `scaleOut`             | that of `x` without the last dimension | FLOAT   | yes     |
//!
//! `y = x / sqrt(mean(x²) + epsilon) · gamma + betaOptional` is quantised as `aclnnDynamicQuant` does. `dstType` is 2. Shapes give 561002. Ascend910B, Ascend910_93 and, though its page does not
//! name it, Ascend950.
//!
//! Source: ops-nn, `norm/rms_norm_dynamic_quant`.

use crate::contract::mx::type_is;
use crate::contract::normed::{NORMED_BY_RANGE, NormedCall, Quantised, like_first};
use crate::prelude::*;

/// Normalises rows and quantises them by their range.
#[aclnn]
fn aclnnRmsNormDynamicQuant(
    x: Input,
    gamma: Input,
    smooth_scales_optional: Option<Input>,
    beta_optional: Option<Input>,
    epsilon: f64,
    dst_type: i64,
    y_out: ConstOutput,
    scale_out: ConstOutput,
) -> Planned {
    x.dtype_in(NORMED_BY_RANGE)?;
    let others = [smooth_scales_optional.as_deref(), beta_optional.as_deref()];
    like_first(&x, &[Some(&gamma)])?;
    like_first(&x, &others)?;
    y_out.dtype_is(I8)?;
    scale_out.dtype_is(F32)?;
    type_is("dstType", dst_type, &y_out)?;
    x.rank_in(2..=8).code(ACLNN_ERR_INNER_TILING_ERROR)?;
    gamma.rank_in(1..=1).code(ACLNN_ERR_INNER_TILING_ERROR)?;
    scale_out
        .shape_is(
            &x.shape()[..x.rank() - 1],
            "that of `x` without its last dimension",
        )
        .code(ACLNN_ERR_INNER_TILING_ERROR)?;
    NormedCall {
        terms: &[&x],
        gamma: &gamma,
        beta: beta_optional.as_ref(),
        epsilon,
        divides: true,
        sum: None,
        normed: None,
        inverse: None,
        codes: vec![Quantised {
            y: &y_out,
            scale: smooth_scales_optional.as_ref(),
            zero_point: None,
            scale_out: Some(&scale_out),
        }],
    }
    .plan(false)
}
