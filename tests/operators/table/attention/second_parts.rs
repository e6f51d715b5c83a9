//! Rows of attention whose queries and keys have two parts, or that has one more key of each head: the arguments of the reference are those of the version before,
//! with the added ones behind.

use super::super::Row;
use super::second_part_samples::*;
use super::{Form, GRAD_OF_TOKENS_V2, GRAD_V2, OF_TOKENS_V2, SCORE_V2, Types};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::attention::{all_gradients, forward};
use crate::table::rows::ROWS;

/// The arguments with those at some places moved behind the others.
fn moved(arguments: &Arguments, places: &[usize]) -> Vec<Argument> {
    let stays = arguments
        .iter()
        .enumerate()
        .filter(|(at, _)| !places.contains(at));
    let behind = places.iter().map(|&at| &arguments[at]);
    stays
        .map(|(_, argument)| argument)
        .chain(behind)
        .cloned()
        .collect()
}

/// True for outputs that are there, by their places; none of those without one.
fn there(arguments: &Arguments, places: [Option<usize>; 7]) -> [bool; 7] {
    places.map(|at| at.is_some_and(|at| !arguments[at].tensors().is_empty()))
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

const FLASH_ATTENTION_SCORE_GRAD_V3: Types = &[
    ("query", "f32 f16 bf16"),
    ("keyIn", "as query"),
    ("value", "as query"),
    ("dy", "as query"),
    ("pseShiftOptional", "as query"),
    ("dropMaskOptional", "u8"),
    ("paddingMaskOptional", "any"),
    ("attenMaskOptional", "bool u8"),
    ("softmaxMaxOptional", "f32"),
    ("softmaxSumOptional", "f32"),
    ("softmaxInOptional", "any"),
    ("attentionInOptional", "as query"),
    ("sinkInOptional", "f32"),
    ("dqOut", "as query"),
    ("dkOut", "as query"),
    ("dvOut", "as query"),
    ("dpseOut", "as query"),
    ("dsinkOut", "f32"),
];

const FLASH_ATTENTION_UNPADDING_SCORE_GRAD_V3: Types = &[
    ("query", "f32 f16 bf16"),
    ("queryRope", "as query"),
    ("keyIn", "as query"),
    ("keyInRope", "as query"),
    ("value", "as query"),
    ("dy", "as query"),
    ("pseShiftOptional", "any"),
    ("dropMaskOptional", "u8"),
    ("paddingMaskOptional", "any"),
    ("attenMaskOptional", "bool u8"),
    ("softmaxMaxOptional", "f32"),
    ("softmaxSumOptional", "f32"),
    ("softmaxInOptional", "any"),
    ("attentionInOptional", "as query"),
    ("dqOut", "as query"),
    ("dqRopeOut", "as query"),
    ("dkOut", "as query"),
    ("dkRopeOut", "as query"),
    ("dvOut", "as query"),
    ("dpseOut", "any"),
];

const FLASH_ATTENTION_UNPADDING_SCORE_GRAD_V5: Types = &[
    ("query", "f32 f16 bf16"),
    ("queryRope", "as query"),
    ("keyIn", "as query"),
    ("keyInRope", "as query"),
    ("value", "as query"),
    ("dy", "as query"),
    ("pseShiftOptional", "any"),
    ("dropMaskOptional", "u8"),
    ("paddingMaskOptional", "any"),
    ("attenMaskOptional", "bool u8"),
    ("softmaxMaxOptional", "f32"),
    ("softmaxSumOptional", "f32"),
    ("softmaxInOptional", "any"),
    ("attentionInOptional", "as query"),
    ("sinkInOptional", "f32"),
    ("dqOut", "as query"),
    ("dqRopeOut", "as query"),
    ("dkOut", "as query"),
    ("dkRopeOut", "as query"),
    ("dvOut", "as query"),
    ("dpseOut", "any"),
    ("dsinkOut", "f32"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFlashAttentionScoreV3", score_v3)
            .accepts(FLASH_ATTENTION_SCORE_V3)
            .whole(|a| {
                let form = Form {
                    sink: Some(23),
                    ..SCORE_V2
                };
                forward(&Arguments::unnamed(&moved(a, &[7])), form)
            })
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionVarLenScoreV3", of_tokens_v3)
            .accepts(FLASH_ATTENTION_VAR_LEN_SCORE_V3)
            .whole(|a| {
                let form = Form {
                    ropes: Some([25, 26]),
                    ..OF_TOKENS_V2
                };
                forward(&Arguments::unnamed(&moved(a, &[1, 3])), form)
            })
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionVarLenScoreV5", of_tokens_v5)
            .accepts(FLASH_ATTENTION_VAR_LEN_SCORE_V5)
            .whole(|a| {
                let form = Form {
                    ropes: Some([25, 26]),
                    sink: Some(27),
                    statistics_layout: Some(28),
                    ..OF_TOKENS_V2
                };
                forward(&Arguments::unnamed(&moved(a, &[1, 3, 9, 24])), form)
            })
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionScoreGradV3", grad_v3)
            .accepts(FLASH_ATTENTION_SCORE_GRAD_V3)
            .whole(|a| {
                let form = Form {
                    sink: Some(29),
                    ..GRAD_V2
                };
                let outputs = there(
                    a,
                    [Some(25), None, Some(26), None, Some(27), Some(28), Some(29)],
                );
                all_gradients(&Arguments::unnamed(&moved(a, &[12])), form, outputs)
            })
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionUnpaddingScoreGradV3", grad_of_tokens_v3)
            .accepts(FLASH_ATTENTION_UNPADDING_SCORE_GRAD_V3)
            .whole(|a| {
                let form = Form {
                    ropes: Some([32, 33]),
                    ..GRAD_OF_TOKENS_V2
                };
                let outputs = there(
                    a,
                    [
                        Some(28),
                        Some(29),
                        Some(30),
                        Some(31),
                        Some(32),
                        Some(33),
                        None,
                    ],
                );
                all_gradients(&Arguments::unnamed(&moved(a, &[1, 3])), form, outputs)
            })
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionUnpaddingScoreGradV5", grad_of_tokens_v5)
            .accepts(FLASH_ATTENTION_UNPADDING_SCORE_GRAD_V5)
            .whole(|a| {
                let form = Form {
                    ropes: Some([33, 34]),
                    sink: Some(35),
                    statistics_layout: Some(36),
                    ..GRAD_OF_TOKENS_V2
                };
                let outputs = there(
                    a,
                    [
                        Some(30),
                        Some(31),
                        Some(32),
                        Some(33),
                        Some(34),
                        Some(35),
                        Some(36),
                    ],
                );
                all_gradients(
                    &Arguments::unnamed(&moved(a, &[1, 3, 14, 29])),
                    form,
                    outputs,
                )
            })
            .accuracy(ROWS),
    ]
}
