//! `aclnnGroupedQuantMax`: `x · scale` of groups along the first axis, quantised, and the largest magnitude of each group of `x`.
//!
//! | argument    | shape                            | data type                            | strided |
//! |-------------|----------------------------------|--------------------------------------|---------|
//! | `x`         | rank 2 to 8                      | FLOAT, FLOAT16, BFLOAT16             | yes     |
//! | `scale`     | `[groups]`, 1 to 384             | FLOAT                                | yes     |
//! | `groupList` | `[groups]`, the end of each group | INT64                               | yes     |
//! | `y`         | that of `x`                      | HIFLOAT8, FLOAT8_E5M2, FLOAT8_E4M3FN | yes     |
//! | `amax`      | `[groups]`                       | that of `x`                          | yes     |
//!
//! As `aclnnQuantMax`. Ends that fall, or of which the last one is not the first extent of `x`, are an error of the stream; `amax` of a group without rows is 0. Ascend950.
//!
//! Source: ops-nn, `quant/grouped_quant_max`.

use crate::contract::maxima::QuantMaxCall;
use crate::prelude::*;

/// Quantises `x · scale` of groups and returns the largest magnitude of each.
#[aclnn]
fn aclnnGroupedQuantMax(
    x: Input,
    scale: Input,
    group_list: Input,
    round_mode: Text,
    dst_type: i64,
    y: ConstOutput,
    amax: ConstOutput,
) -> Planned {
    QuantMaxCall {
        x: &x,
        scale: &scale,
        group_list: Some(&group_list),
        round_mode: &round_mode,
        dst_type,
        y: &y,
        amax: &amax,
    }
    .plan()
}
