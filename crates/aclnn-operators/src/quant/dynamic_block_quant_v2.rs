//! `aclnnDynamicBlockQuantV2`: as `aclnnDynamicBlockQuant`, with a number that the largest one becomes.
//!
//! `dstTypeMax` is 0 (the largest number of the type), or for HIFLOAT8 15, 56, 224 or 32768. The other arguments are those of `aclnnDynamicBlockQuant`.
//!
//! Source: ops-nn, `quant/dynamic_block_quant`.

use crate::contract::blocks::DynamicBlockQuantCall;
use crate::prelude::*;

/// Quantises blocks of rows and columns with scales that follow from their largest magnitudes.
#[aclnn]
fn aclnnDynamicBlockQuantV2(
    x: Input,
    min_scale: f64,
    round_mode_optional: Option<MutText>,
    dst_type: i64,
    row_block_size: i64,
    col_block_size: i64,
    dst_type_max: f64,
    y_out: ConstOutput,
    scale_out: ConstOutput,
) -> Planned {
    DynamicBlockQuantCall {
        x: &x,
        min_scale,
        round_mode: round_mode_optional.as_ref(),
        dst_type,
        block: [row_block_size, col_block_size],
        dst_type_max,
        y: &y_out,
        scale: &scale_out,
    }
    .plan()
}
