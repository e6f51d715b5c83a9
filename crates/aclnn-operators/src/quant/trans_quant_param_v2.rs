//! `aclnnTransQuantParamV2`: scales in words of 64 bits, as products of integers take them.
//!
//! | argument | shape                                                   | data type     | strided |
//! |----------|---------------------------------------------------------|---------------|---------|
//! | `scale`  | `[n]` or `[1, n]`; on Ascend950 `[g, n]` too            | FLOAT         | yes     |
//! | `offset` | `[n]` or `[1, n]`, or one number; may be null           | FLOAT         | yes     |
//! | `out`    | that of `scale`; `[n]` for one scale and `n` offsets    | UINT64, INT64 | yes     |
//!
//! Bits 0 to 31 hold the scale, whose low 13 bits are cut; bit 46 is 1; bits 37 to 45 hold the offset, rounded to an integer (of two the even one) from -256 to 255.
//!
//! Source: ops-nn, `quant/trans_quant_param_v2`.

use crate::contract::quant::ScaleWordsCall;
use crate::prelude::*;

/// Stores scales and offsets in words of 64 bits.
#[aclnn]
fn aclnnTransQuantParamV2(scale: Input, offset: Option<Input>, out: ConstOutput) -> Planned {
    ScaleWordsCall {
        scale,
        offset,
        round_mode: 0,
        out,
    }
    .plan()
}
