//! `aclnnPromptFlashAttention`: attention of whole prompts. Source: ops-transformer, `attention/prompt_flash_attention`.

use crate::contract::attention::inference::{Inference, Options, PROMPT};
use crate::prelude::*;

/// Computes attention of each head of each sequence, for inference: `softmax(mask(scaleValue * query @ key^T + pseShift)) @ value`.
#[aclnn(not_on_950)]
fn aclnnPromptFlashAttention(
    query: Input,
    key: Input,
    value: Input,
    pse_shift: Option<Input>,
    atten_mask: Option<Input>,
    actual_seq_lengths: Option<Ints>,
    num_heads: i64,
    scale_value: f64,
    pre_tokens: i64,
    next_tokens: i64,
    input_layout: MutText,
    num_key_value_heads: i64,
    attention_out: ConstOutput,
) -> Planned {
    let attention = Inference {
        family: PROMPT,
        query: &query,
        key: std::slice::from_ref(&key),
        value: std::slice::from_ref(&value),
        input_layout: &input_layout,
        num_heads,
        num_key_value_heads,
        scale_value,
        attention_out: &attention_out,
        options: Options {
            pse_shift: &pse_shift,
            atten_mask: &atten_mask,
            actual_seq_lengths: actual_seq_lengths.as_ref(),
            pre_tokens,
            next_tokens,
            ..Options::default()
        },
    };
    attention.plan()
}
