//! The rows of `aclnnFlashAttentionScore` and its other forms.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::attention::{forward, pairs as reference};
use crate::table::samples::write;
use crate::table::shared::attention::forms::{
    of_tokens, of_tokens_v2, of_tokens_v4, score, score_v2, score_v4,
};
use crate::table::shared::attention::inference::codes;
use crate::table::shared::attention::pairs::{CODED, blocks};
use crate::table::shared::attention::second_part_samples::{of_tokens_v3, of_tokens_v5, score_v3};
use crate::table::shared::attention::{FORWARD, FORWARD_OF_TOKENS, FORWARD_V4, Types};
use crate::table::shared::rows::{ROWS, near_1};
use crate::table::{Row, entry};

fn quantised() -> Vec<Vec<Argument>> {
    let each = CODED.iter().map(|&[q, k, n, m, d, w]| {
        vec![
            codes(Hifloat8, &[2, q, n, d], 1),
            codes(Hifloat8, &[2, k, m, d], 2),
            codes(Hifloat8, &[2, k, m, w], 3),
            Argument::Null,
            near_1(F32, &[2, n, blocks(q, 128), 1], 4),
            near_1(F32, &[2, m, blocks(k, 256), 1], 5),
            near_1(F32, &[2, m, blocks(k, 512), 1], 6),
            near_1(F32, &[1], 7),
            Argument::Float(0.25),
            Argument::Int(0),
            Argument::Int(0),
            Argument::Int(n),
            Argument::Text("BSND"),
            Argument::Int(0),
            write(F32, &[2, n, q, 1]),
            write(F32, &[2, n, q, 1]),
            Argument::Null,
            write(Bf16, &[2, q, n, w]),
        ]
    });
    each.collect()
}

const FLASH_ATTENTION_SCORE_V3: Types = &[
    ("query", "f32 f16 bf16"),
    ("key", "as query"),
    ("value", "as query"),
    ("realShiftOptional", "as query"),
    ("dropMaskOptional", "u8"),
    ("paddingMaskOptional", "any"),
    ("attenMaskOptional", "bool u8"),
    ("sinkOptional", "f32"),
    ("softmaxMaxOut", "f32"),
    ("softmaxSumOut", "f32"),
    ("softmaxOutOut", "any"),
    ("attentionOutOut", "as query"),
];
const FLASH_ATTENTION_VAR_LEN_SCORE_V3: Types = &[
    ("query", "f32 f16 bf16"),
    ("queryRope", "as query"),
    ("key", "as query"),
    ("keyRope", "as query"),
    ("value", "as query"),
    ("realShiftOptional", "any"),
    ("dropMaskOptional", "u8"),
    ("paddingMaskOptional", "any"),
    ("attenMaskOptional", "bool u8"),
    ("softmaxMaxOut", "f32"),
    ("softmaxSumOut", "f32"),
    ("softmaxOutOut", "any"),
    ("attentionOutOut", "as query"),
];
const FLASH_ATTENTION_VAR_LEN_SCORE_V5: Types = &[
    ("query", "f32 f16 bf16"),
    ("queryRope", "as query"),
    ("key", "as query"),
    ("keyRope", "as query"),
    ("value", "as query"),
    ("realShiftOptional", "any"),
    ("dropMaskOptional", "u8"),
    ("paddingMaskOptional", "any"),
    ("attenMaskOptional", "bool u8"),
    ("sinkOptional", "f32"),
    ("softmaxMaxOut", "f32"),
    ("softmaxSumOut", "f32"),
    ("softmaxOutOut", "any"),
    ("attentionOutOut", "as query"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFlashAttentionScore", score)
            .accepts(FORWARD)
            .whole(forward)
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionScoreV2", score_v2)
            .accepts(FORWARD)
            .whole(forward)
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionScoreV4", score_v4)
            .accepts(FORWARD_V4)
            .whole(forward)
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionVarLenScore", of_tokens)
            .accepts(FORWARD_OF_TOKENS)
            .whole(forward)
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionVarLenScoreV2", of_tokens_v2)
            .accepts(FORWARD_OF_TOKENS)
            .whole(forward)
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionVarLenScoreV4", of_tokens_v4)
            .accepts(FORWARD_OF_TOKENS)
            .whole(forward)
            .accuracy(ROWS),
        Row::new("aclnnQuantFlashAttentionScore", quantised)
            .accepts(&[
                ("query", "none | 950: hif8"),
                ("key", "as query"),
                ("value", "as query"),
                ("attenMaskOptional", "any"),
                ("dScaleQ", "f32"),
                ("dScaleK", "f32"),
                ("dScaleV", "f32"),
                ("pScale", "f32"),
                ("softmaxMaxOut", "f32"),
                ("softmaxSumOut", "f32"),
                ("softmaxOutout", "any"),
                ("attentionOutOut", "bf16"),
            ])
            .whole(reference::quantised)
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionScoreV3", score_v3)
            .accepts(FLASH_ATTENTION_SCORE_V3)
            .whole(forward)
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionVarLenScoreV3", of_tokens_v3)
            .accepts(FLASH_ATTENTION_VAR_LEN_SCORE_V3)
            .whole(forward)
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionVarLenScoreV5", of_tokens_v5)
            .accepts(FLASH_ATTENTION_VAR_LEN_SCORE_V5)
            .whole(forward)
            .accuracy(ROWS),
    ]
}

#[test]
fn ends_of_sequences_say_nothing_where_batches_have_an_axis() {
    let own = entry("aclnnFlashAttentionScoreV4");
    let plain = score_v4().swap_remove(0);
    let mut given = plain.clone();
    for (argument, parameter) in given.iter_mut().zip(own.parameters.iter()) {
        if parameter.name.starts_with("actualSeq") {
            *argument = Argument::Ints(vec![1]);
        }
    }
    let [plain, given] = [plain, given].map(|sample| crate::call::call(own, &sample).unwrap());
    assert!(plain == given);
}
