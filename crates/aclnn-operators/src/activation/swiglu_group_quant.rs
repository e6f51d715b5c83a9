//! `aclnnSwigluGroupQuant`: a gated unit of groups of rows, times a factor for each row, quantised.
//!
//! | argument             | shape                                                        | data type                | strided |
//! |----------------------|--------------------------------------------------------------|--------------------------|---------|
//! | `x`                  | `[.., D]`, rank 2 to 8 (7 for `quantMode` 1); `D` a multiple of 256 | FLOAT16, BFLOAT16; FLOAT for `quantMode` 2 and 3 | yes |
//! | `weightOptional`     | a factor for each row; may be null                           | FLOAT                    | yes     |
//! | `groupIndexOptional` | `[G]`, the number of rows of each group; may be null         | INT64                    | yes     |
//! | `scaleOptional`      | `[G]` or `[1]`, for `quantMode` 2                            | FLOAT                    | yes     |
//! | `yOut`               | `[.., D / 2]`                                                | FLOAT8_E5M2, FLOAT8_E4M3FN (0, 1), FLOAT4_E2M1, FLOAT4_E1M2 (1), HIFLOAT8 (2, 3) | FLOAT8 |
//! | `yScaleOut`          | `[.., ceil(D / 256)]` (0), `[.., ceil(D / 128), 2]` (1), `[G]` or `[1]` (3) | FLOAT; FLOAT8_E8M0 for 1 | yes |
//! | `yOriginOut`         | `[.., D / 2]` if `outputOrigin`                              | that of `x`              | yes     |
//!
//! Rows are `silu(min(a, limit)) · clamp(b, ±limit) · weight` of their halves; `clampLimit` -1 is none. Mode 0: a scale for 128 results, `max(amax, 1e-4) · (1 / MAX)` of the finite ones, in FLOAT, rounded
//! up to a power of two if `roundScale`; results are multiplied by `MAX / max(amax, 1e-4)` or by one over that power. Mode 1: a power of two for 32 results, for FLOAT8 the same rounded up, for FLOAT4
//! that of the microscaling specification of results in the type of `x`. Mode 2: times `scaleOptional`. Mode 3: over the scale of the group, `max(amax, 1e-8) / dstTypeMax`. Rows behind the last group are left.
//! `blockSize` is 0 or 128 (mode 0), 0 or 32 (mode 1); `dstTypeMax` 15, 56, 224 or 32768 (mode 3); `outputOrigin` is for modes 2 and 3. Ascend950.
//!
//! Source: ops-nn, `activation/swiglu_group_quant`.

use crate::contract::swiglu_group::SwigluGroupQuantCall;
use crate::prelude::*;

/// Computes a gated unit of groups of rows and quantises it.
#[aclnn]
fn aclnnSwigluGroupQuant(
    x: Input,
    weight_optional: Option<Input>,
    group_index_optional: Option<Input>,
    scale_optional: Option<Input>,
    dst_type: i64,
    quant_mode: i64,
    block_size: i64,
    round_scale: bool,
    clamp_limit: f64,
    dst_type_max: f64,
    output_origin: bool,
    y_out: ConstOutput,
    y_scale_out: ConstOutput,
    y_origin_out: ConstOutput,
) -> Planned {
    SwigluGroupQuantCall {
        x: &x,
        weight: weight_optional.as_ref(),
        group_index: group_index_optional.as_ref(),
        scale: scale_optional.as_ref(),
        dst_type,
        quant_mode,
        block_size,
        round_scale,
        clamp_limit,
        dst_type_max,
        output_origin,
        y: &y_out,
        y_scale: &y_scale_out,
        y_origin: &y_origin_out,
    }
    .plan()
}
