//! `aclnnAscendQuant`: numbers times given scales, plus offsets, rounded.
//!
//! | argument | shape                                                              | data type               | strided |
//! |----------|--------------------------------------------------------------------|-------------------------|---------|
//! | `x`      | rank 1 to 8                                                        | FLOAT, FLOAT16, BFLOAT16 | yes    |
//! | `scale`  | `[1]`, the last dimension of `x`, or that in the rank of `x`       | that of `x`; any for FLOAT | yes  |
//! | `offset` | that of `scale`; may be null                                       | that of `scale`         | yes     |
//! | `y`      | that of `x`; for INT32 an eighth of the last dimension             | INT8, INT4, INT32       | yes, but for INT4 |
//!
//! `y = round(x · scale + offset)`, with `scale` twice if `sqrtMode`. `roundMode` is "round" (of two neighbours the even one), "floor", "ceil" or "trunc". `dstType` is the
//! code of the type of `y`. BFLOAT16, INT4 and INT32 on Ascend910B and Ascend910_93 only; none on Ascend910. In FRACTAL_NZ `x` is FLOAT, `y` INT32 and `roundMode` "round"; elements are quantised where they
//! are stored.
//!
//! Source: ops-nn, `quant/ascend_quant_v2`.

use crate::contract::quant::AscendQuantCall;
use crate::prelude::*;

/// Multiplies `x` by scales of the last dimension, adds offsets, and rounds.
#[aclnn]
fn aclnnAscendQuant(
    x: Input,
    scale: Input,
    offset: Option<Input>,
    sqrt_mode: bool,
    round_mode: Text,
    dst_type: i32,
    y: ConstOutput,
) -> Planned {
    AscendQuantCall {
        x,
        scale,
        offset,
        sqrt_mode,
        round_mode,
        dst_type,
        axis: -1,
        y,
    }
    .plan()
}
