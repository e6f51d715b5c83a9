//! `aclnnDynamicQuantV2`: as `aclnnDynamicQuant`, with smoothing factors for groups of rows, and with an offset.
//!
//! | argument               | shape                                                        | data type                | strided |
//! |------------------------|--------------------------------------------------------------|--------------------------|---------|
//! | `x`                    | rank 2 to 8                                                  | FLOAT16, BFLOAT16        | yes     |
//! | `smoothScalesOptional` | `[columns]`, or `[groups, columns]` with `groupIndexOptional` | that of `x`              | yes     |
//! | `groupIndexOptional`   | `[groups]`, 1 to 1024                                        | INT32, INT64             | yes     |
//! | `yOut`                 | that of `x`; for INT32 an eighth of the last dimension       | INT8, INT4, INT32, FLOAT8_E5M2, FLOAT8_E4M3FN, HIFLOAT8 | yes, but for INT4 |
//! | `scaleOut`, `offsetOut` | that of `x` without the last dimension                      | FLOAT                    | yes     |
//!
//! Group `g` ends before row `groupIndexOptional[g]`; rows behind the last one belong to it. Without `offsetOut` numbers are quantised as by `aclnnDynamicQuant`; with it
//! `scaleOut` is `(max - min) · (1 / (MAX - MIN))` and `offsetOut` is `MAX - max / scaleOut`. `dstType` is not looked at: `yOut` has the type. Ascend910 and Ascend310P take FLOAT16 and
//! INT8 only, and read neither factors nor groups.
//!
//! Source: ops-nn, `quant/dynamic_quant_v2`.

use crate::contract::quant::DynamicQuantCall;
use crate::prelude::*;

/// Quantises each row of `x` with a scale, and an offset if `offsetOut` is given, that follow from its range.
#[aclnn]
fn aclnnDynamicQuantV2(
    x: Input,
    smooth_scales_optional: Option<Input>,
    group_index_optional: Option<Input>,
    _dst_type: i64,
    y_out: ConstOutput,
    scale_out: ConstOutput,
    offset_out: Option<ConstOutput>,
) -> Planned {
    DynamicQuantCall {
        x,
        smooth_scales: smooth_scales_optional,
        group_index: group_index_optional,
        quant_mode: None,
        is_symmetrical: None,
        dst_type_max: 0.0,
        y: y_out,
        scale: scale_out,
        offset: offset_out,
    }
    .plan()
}
