//! `aclnnDynamicQuantV3`: as `aclnnDynamicQuantV2`, with scales of rows, of columns or of all numbers.
//!
//! | argument               | shape                                                         | data type                | strided |
//! |------------------------|---------------------------------------------------------------|--------------------------|---------|
//! | `x`                    | rank 2 to 8                                                   | FLOAT16, BFLOAT16        | yes     |
//! | `smoothScalesOptional` | `[columns]`, or `[groups, columns]` with `groupIndexOptional`; `[rows]` for "perchannel" | that of `x` | yes |
//! | `groupIndexOptional`   | `[groups]`, 1 to 1024; "pertoken" only                        | INT32, INT64             | yes     |
//! | `yOut`                 | that of `x`; for INT32 an eighth of the last dimension        | INT8, INT4, INT32, FLOAT8_E5M2, FLOAT8_E4M3FN, HIFLOAT8 | yes, but for INT4 |
//! | `scaleOut`, `offsetOut` | that of `x` without the last dimension ("pertoken") or the one before ("perchannel"), or `[1]` ("pertensor") | FLOAT | yes |
//!
//! `offsetOut` is null if and only if `isSymmetrical`. `dstType` is the code of the type of `yOut`. Ascend950 only (561000 elsewhere).
//!
//! Source: ops-nn, `quant/dynamic_quant`.

use crate::contract::mx::type_is;
use crate::contract::quant::DynamicQuantCall;
use crate::device::soc::Generation;
use crate::prelude::*;

/// Quantises `x` with scales, and offsets unless `isSymmetrical`, that follow from the range of rows, columns or all numbers.
#[aclnn]
fn aclnnDynamicQuantV3(
    x: Input,
    smooth_scales_optional: Option<Input>,
    group_index_optional: Option<Input>,
    dst_type: i64,
    is_symmetrical: bool,
    quant_mode: Text,
    y_out: ConstOutput,
    scale_out: ConstOutput,
    offset_out: Option<ConstOutput>,
) -> Planned {
    contract::needs_chip(&[Generation::Ascend950]).code(ACLNN_ERR_INNER)?;
    type_is("dstType", dst_type, &y_out)?;
    DynamicQuantCall {
        x,
        smooth_scales: smooth_scales_optional,
        group_index: group_index_optional,
        quant_mode: Some(quant_mode),
        is_symmetrical: Some(is_symmetrical),
        dst_type_max: 0.0,
        y: y_out,
        scale: scale_out,
        offset: offset_out,
    }
    .plan()
}
