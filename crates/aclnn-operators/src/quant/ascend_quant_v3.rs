//! `aclnnAscendQuantV3`: as `aclnnAscendQuant`, with scales of one of the last two dimensions.
//!
//! | argument | shape                                                              | data type               | strided |
//! |----------|--------------------------------------------------------------------|-------------------------|---------|
//! | `x`      | rank 1 to 8                                                        | FLOAT, FLOAT16, BFLOAT16 | yes    |
//! | `scale`  | `[1]`, dimension `axis` of `x`, or that in the rank of `x`         | that of `x`; any for FLOAT | yes  |
//! | `offset` | that of `scale`; may be null                                       | that of `scale`         | yes     |
//! | `y`      | that of `x`; for INT32 an eighth of the last dimension             | INT8, INT4, INT32, FLOAT8_E5M2, FLOAT8_E4M3FN, HIFLOAT8 | yes, but for INT4 |
//!
//! `axis` is one of the last two dimensions, on Ascend310P the last one. FLOAT8 takes "round" only, HIFLOAT8 "round" and "hybrid"; both on Ascend950 only, which takes no
//! FRACTAL_NZ.
//!
//! Source: ops-nn, `quant/ascend_quant_v2`.

use crate::contract::quant::AscendQuantCall;
use crate::prelude::*;

/// Multiplies `x` by scales of one dimension, adds offsets, and rounds.
#[aclnn]
fn aclnnAscendQuantV3(
    x: Input,
    scale: Input,
    offset: Option<Input>,
    sqrt_mode: bool,
    round_mode: Text,
    dst_type: i32,
    axis: i32,
    y: ConstOutput,
) -> Planned {
    AscendQuantCall {
        x,
        scale,
        offset,
        sqrt_mode,
        round_mode,
        dst_type,
        axis,
        y,
    }
    .plan()
}
