//! `aclnnIncreFlashAttention`: attention of one query of each sequence. Source: ops-transformer, `attention/incre_flash_attention`.

use crate::contract::attention::inference::{INCRE, Inference, Options};
use crate::prelude::*;

/// Computes attention of one query of each sequence: `softmax(mask(scaleValue * query @ key^T + pseShift)) @ value`. `actualSeqLengths` are lengths of keys.
#[aclnn(not_on_950)]
fn aclnnIncreFlashAttention(
    query: Input,
    key: Inputs,
    value: Inputs,
    pse_shift: Option<Input>,
    atten_mask: Option<Input>,
    actual_seq_lengths: Option<Ints>,
    num_heads: i64,
    scale_value: f64,
    input_layout: MutText,
    num_key_value_heads: i64,
    attention_out: ConstOutput,
) -> Planned {
    let attention = Inference {
        family: INCRE,
        query: &query,
        key: &key,
        value: &value,
        input_layout: &input_layout,
        num_heads,
        num_key_value_heads,
        scale_value,
        attention_out: &attention_out,
        options: Options {
            pse_shift: &pse_shift,
            atten_mask: &atten_mask,
            actual_seq_lengths_kv: actual_seq_lengths.as_ref(),
            ..Options::default()
        },
    };
    attention.plan()
}
