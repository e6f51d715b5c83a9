//! `aclnnGroupedDynamicBlockQuantV2`: blocks of rows and columns of groups of rows, quantised by scales that follow from their largest magnitudes.
//!
//! | argument    | shape                                                            | data type                              | strided |
//! |-------------|------------------------------------------------------------------|----------------------------------------|---------|
//! | `x`         | `[M, N]` or `[B, M, N]`                                          | FLOAT16, BFLOAT16                      | yes     |
//! | `groupList` | `[groups]`, the end of each group along `M`                      | INT32                                  | yes     |
//! | `yOut`      | that of `x`                                                      | HIFLOAT8, FLOAT8_E5M2, FLOAT8_E4M3FN   | yes     |
//! | `scaleOut`  | `[.., M / rowBlockSize + groups, ceil(N / colBlockSize)]`        | FLOAT                                  | yes     |
//!
//! As `aclnnDynamicBlockQuant`; blocks begin anew in each group, whose scales begin at row `start / rowBlockSize + group`. Rows of scales that belong to no group are 1. Ends that fall or lie
//! outside `x` are an error of the stream. `rowBlockSize` is 1, 128, 256 or 512, `colBlockSize` 64, 128, 192 or 256, `groupListType` 0; `roundModeOptional` "rint" (also null), for HIFLOAT8 "round" or
//! "hybrid" (null is "round"). `dstTypeMax`, 0 to 32768, is the largest number of HIFLOAT8; 0 is that of the type. Ascend950.
//!
//! Source: ops-nn, `quant/grouped_dynamic_block_quant`.

use crate::contract::blocks::GroupedBlockQuantCall;
use crate::prelude::*;

/// Quantises blocks of groups of rows with scales that follow from their largest magnitudes.
#[aclnn]
fn aclnnGroupedDynamicBlockQuantV2(
    x: Input,
    group_list: Input,
    min_scale: f64,
    round_mode_optional: Option<MutText>,
    dst_type: i64,
    row_block_size: i64,
    col_block_size: i64,
    group_list_type: i64,
    dst_type_max: f64,
    y_out: ConstOutput,
    scale_out: ConstOutput,
) -> Planned {
    GroupedBlockQuantCall {
        x: &x,
        group_list: &group_list,
        min_scale,
        round_mode: round_mode_optional.as_ref(),
        dst_type,
        block: [row_block_size, col_block_size],
        group_list_type,
        dst_type_max,
        y: &y_out,
        scale: &scale_out,
    }
    .plan()
}
