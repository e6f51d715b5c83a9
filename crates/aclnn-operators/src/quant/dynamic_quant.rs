//! `aclnnDynamicQuant`: each row of `x` divided by a scale of its own, and rounded.
//!
//! | argument               | shape                                                     | data type                            | strided |
//! |------------------------|-----------------------------------------------------------|--------------------------------------|---------|
//! | `x`                    | rank 2 to 8                                               | FLOAT16, BFLOAT16                    | yes     |
//! | `smoothScalesOptional` | the last dimension of `x`                                 | that of `x`                          | yes     |
//! | `yOut`                 | that of `x`; for INT32 an eighth of the last dimension    | INT8, INT4, INT32, FLOAT8_E5M2, FLOAT8_E4M3FN, HIFLOAT8 | yes, but for INT4 |
//! | `scaleOut`             | that of `x` without the last dimension                    | FLOAT                                | yes     |
//!
//! `scaleOut` is the largest `|x · smoothScalesOptional|` of the row times `1 / MAX` in FLOAT, and `yOut` the quotient, rounded once. INT32 has eight numbers of INT4.
//! Ascend910 and Ascend310P take FLOAT16 and INT8 only, and do not read `smoothScalesOptional`.
//!
//! Source: ops-nn, `quant/dynamic_quant`.

use crate::contract::quant::DynamicQuantCall;
use crate::prelude::*;

/// Quantises each row of `x` with a scale that follows from its largest magnitude.
#[aclnn]
fn aclnnDynamicQuant(
    x: Input,
    smooth_scales_optional: Option<Input>,
    y_out: ConstOutput,
    scale_out: ConstOutput,
) -> Planned {
    DynamicQuantCall {
        x,
        smooth_scales: smooth_scales_optional,
        group_index: None,
        quant_mode: None,
        is_symmetrical: None,
        dst_type_max: 0.0,
        y: y_out,
        scale: scale_out,
        offset: None,
    }
    .plan()
}
