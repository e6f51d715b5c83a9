//! `aclnnTransQuantParamV3`: as `aclnnTransQuantParamV2`, whose arguments it has, with scales rounded to the bits that stay.
//!
//! `roundMode` 0 cuts the low 13 bits of scales, 1 rounds to those above them, of two neighbours to the even one.
//!
//! Source: ops-nn, `quant/trans_quant_param_v2`.

use crate::contract::quant::ScaleWordsCall;
use crate::prelude::*;

/// Stores scales, rounded if `roundMode` is 1, and offsets in words of 64 bits.
#[aclnn]
fn aclnnTransQuantParamV3(
    scale: Input,
    offset: Option<Input>,
    round_mode: i64,
    out: ConstOutput,
) -> Planned {
    ScaleWordsCall {
        scale,
        offset,
        round_mode,
        out,
    }
    .plan()
}
