//! `aclnnQuantMatmulDequant`: rows of FLOAT16, quantised to INT8, times a weight of INT8, and scaled again.
//!
//! | argument              | shape                                                     | data type       |
//! |-----------------------|-----------------------------------------------------------|-----------------|
//! | `x`                   | `[m, k]`                                                  | FLOAT16         |
//! | `weight`              | `[n, k]`, or its blocks `[ceil(k / 32), ceil(n / 16), 16, 32]` | INT8       |
//! | `weightScale`         | `[n]`                                                     | FLOAT, INT64    |
//! | `xScaleOptional`      | `[m]` in the mode "pertoken", `[1]` in "pertensor"; may be null or empty | FLOAT; FLOAT16 beside INT64 |
//! | `smoothScaleOptional` | `[k]`; may be null or empty                               | FLOAT16         |
//! | `out`                 | `[m, n]`                                                  | FLOAT16         |
//!
//! `x · smoothScale` is divided by `xScale`, or by the largest magnitude of its row over 127, and rounded to the nearest integer, of two the even one. `out = (codes · weight) · weightScale · xScale`,
//! rounded once; `weightScale` of INT64 is the FLOAT in the lower half of each word, which holds `xScale` already. k and n are multiples of 16, `transposeWeight` is true, bias and offset are null.
//! Shapes give 561002. Inference chips only.
//!
//! Source: ops-nn, `matmul/quant_matmul_dequant`.

use crate::contract::dequant::Dequant;
use crate::prelude::*;

/// Quantises rows, multiplies them with a weight and scales the results.
#[aclnn]
fn aclnnQuantMatmulDequant(
    x: Input,
    weight: Input,
    weight_scale: Input,
    bias_optional: Option<Input>,
    x_scale_optional: Option<Input>,
    x_offset_optional: Option<Input>,
    smooth_scale_optional: Option<Input>,
    x_quant_mode: MutText,
    transpose_weight: bool,
    out: ConstOutput,
) -> Planned {
    Dequant {
        x: &x,
        weight: &weight,
        weight_scale: &weight_scale,
        group_list: None,
        bias: bias_optional.as_ref(),
        x_scale: x_scale_optional.as_ref(),
        x_offset: x_offset_optional.as_ref(),
        smooth: smooth_scale_optional.as_ref(),
        mode: &x_quant_mode,
        transposes: transpose_weight,
        is_blocked: false,
        out: &out,
    }
    .planned()
}
