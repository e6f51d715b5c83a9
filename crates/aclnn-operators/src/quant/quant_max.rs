//! `aclnnQuantMax`: `x · scale`, quantised, and the largest magnitude of `x`.
//!
//! | argument | shape        | data type                            | strided |
//! |----------|--------------|--------------------------------------|---------|
//! | `x`      | rank 1 to 8  | FLOAT, FLOAT16, BFLOAT16             | yes     |
//! | `scale`  | `[1]`        | FLOAT                                | yes     |
//! | `y`      | that of `x`  | HIFLOAT8, FLOAT8_E5M2, FLOAT8_E4M3FN | yes     |
//! | `amax`   | `[1]`        | that of `x`                          | yes     |
//!
//! `roundMode` is "rint", for HIFLOAT8 "round" or "hybrid"; `dstType` the code of the type of `y`. What is too large becomes the largest number, NaN 0; `amax` of a tensor with NaN is NaN. Nothing is
//! computed of an empty tensor. Ascend950.
//!
//! Source: ops-nn, `quant/quant_max`.

use crate::contract::maxima::QuantMaxCall;
use crate::prelude::*;

/// Quantises `x · scale` and returns the largest magnitude of `x`.
#[aclnn]
fn aclnnQuantMax(
    x: Input,
    scale: Input,
    round_mode: MutText,
    dst_type: i64,
    y: ConstOutput,
    amax: ConstOutput,
) -> Planned {
    QuantMaxCall {
        x: &x,
        scale: &scale,
        group_list: None,
        round_mode: &round_mode,
        dst_type,
        y: &y,
        amax: &amax,
    }
    .plan()
}
