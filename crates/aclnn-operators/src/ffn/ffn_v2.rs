//! `aclnnFFNV2`: as `aclnnFFN`; `tokensIndexFlag` says that the numbers of tokens are the ends of the experts' rows.
//!
//! Source: ops-transformer, `ffn/ffn`.

use crate::contract::ffn::{Ffn, Tokens};
use crate::prelude::*;

/// Multiplies rows with two weights, of each expert if there are experts, with an activation between.
#[aclnn]
fn aclnnFFNV2(
    x: Input,
    weight1: Input,
    weight2: Input,
    expert_tokens: Option<Ints>,
    bias1: Option<Input>,
    bias2: Option<Input>,
    scale: Option<Input>,
    offset: Option<Input>,
    deq_scale1: Option<Input>,
    deq_scale2: Option<Input>,
    antiquant_scale1: Option<Input>,
    antiquant_scale2: Option<Input>,
    antiquant_offset1: Option<Input>,
    antiquant_offset2: Option<Input>,
    activation: Text,
    inner_precise: i64,
    tokens_index_flag: bool,
    y: ConstOutput,
) -> Planned {
    Ffn {
        x: &x,
        weights: [&weight1, &weight2],
        tokens: Tokens::Known(expert_tokens.as_ref()),
        biases: [bias1.as_ref(), bias2.as_ref()],
        scale: scale.as_ref(),
        offset: offset.as_ref(),
        deq_scales: [deq_scale1.as_ref(), deq_scale2.as_ref()],
        antiquant_scales: [antiquant_scale1.as_ref(), antiquant_scale2.as_ref()],
        antiquant_offsets: [antiquant_offset1.as_ref(), antiquant_offset2.as_ref()],
        activation: &activation,
        inner_precise,
        has_ends: tokens_index_flag,
        y: &y,
    }
    .planned()
}
