//! `aclnnFFNV3`: as `aclnnFFNV2`, with the numbers of tokens in a tensor, which is read when the call runs: what passes the rows of `x` is an error of the stream, and rows of no expert are not written.
//!
//! Source: ops-transformer, `ffn/ffn`.

use crate::contract::ffn::{Ffn, Tokens};
use crate::prelude::*;

/// Multiplies rows with two weights, of each expert if there are experts, with an activation between.
#[aclnn]
fn aclnnFFNV3(
    x: Input,
    weight1: Input,
    weight2: Input,
    expert_tokens_optional: Option<Input>,
    bias1_optional: Option<Input>,
    bias2_optional: Option<Input>,
    scale_optional: Option<Input>,
    offset_optional: Option<Input>,
    deq_scale1_optional: Option<Input>,
    deq_scale2_optional: Option<Input>,
    antiquant_scale1_optional: Option<Input>,
    antiquant_scale2_optional: Option<Input>,
    antiquant_offset1_optional: Option<Input>,
    antiquant_offset2_optional: Option<Input>,
    activation: Text,
    inner_precise: i64,
    tokens_index_flag: bool,
    y: ConstOutput,
) -> Planned {
    Ffn {
        x: &x,
        weights: [&weight1, &weight2],
        tokens: Tokens::Read(expert_tokens_optional.as_ref()),
        biases: [bias1_optional.as_ref(), bias2_optional.as_ref()],
        scale: scale_optional.as_ref(),
        offset: offset_optional.as_ref(),
        deq_scales: [deq_scale1_optional.as_ref(), deq_scale2_optional.as_ref()],
        antiquant_scales: [
            antiquant_scale1_optional.as_ref(),
            antiquant_scale2_optional.as_ref(),
        ],
        antiquant_offsets: [
            antiquant_offset1_optional.as_ref(),
            antiquant_offset2_optional.as_ref(),
        ],
        activation: &activation,
        inner_precise,
        has_ends: tokens_index_flag,
        y: &y,
    }
    .planned()
}
