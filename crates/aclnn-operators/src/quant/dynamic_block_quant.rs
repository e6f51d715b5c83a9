//! `aclnnDynamicBlockQuant`: blocks of rows and columns divided by scales of their own, and rounded.
//!
//! | argument   | shape                                                     | data type                | strided |
//! |------------|-----------------------------------------------------------|--------------------------|---------|
//! | `x`        | rank 2 or 3, with elements                                | FLOAT16, BFLOAT16; FLOAT on Ascend950 | yes |
//! | `yOut`     | that of `x`                                               | INT8; FLOAT8_E5M2, FLOAT8_E4M3FN, HIFLOAT8 on Ascend950 | yes |
//! | `scaleOut` | that of `x`, the last two dimensions in blocks, rounded up | FLOAT                   | yes     |
//!
//! `scaleOut` is `min(max / MAX, 1 / minScale)` of the finite magnitudes of a block in FLOAT, and `yOut` the quotient, rounded once; infinities become the largest number, NaN 0. On Ascend950 blocks
//! have 1, 64, 128, 256 or 512 rows and 64, 128, 192 or 256 columns, on Ascend910B and Ascend910_93 one row and 128 columns or one. `roundModeOptional` is "rint" (also null), for HIFLOAT8 "round".
//! `dstType` is the code of the type of `yOut`.
//!
//! Source: ops-nn, `quant/dynamic_block_quant`.

use crate::contract::blocks::DynamicBlockQuantCall;
use crate::prelude::*;

/// Quantises blocks of rows and columns with scales that follow from their largest magnitudes.
#[aclnn]
fn aclnnDynamicBlockQuant(
    x: Input,
    min_scale: f64,
    round_mode_optional: Option<MutText>,
    dst_type: i64,
    row_block_size: i64,
    col_block_size: i64,
    y_out: ConstOutput,
    scale_out: ConstOutput,
) -> Planned {
    DynamicBlockQuantCall {
        x: &x,
        min_scale,
        round_mode: round_mode_optional.as_ref(),
        dst_type,
        block: [row_block_size, col_block_size],
        dst_type_max: 0.0,
        y: &y_out,
        scale: &scale_out,
    }
    .plan()
}
