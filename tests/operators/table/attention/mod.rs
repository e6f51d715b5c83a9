//! Operators of ops-transformer, `attention/`.

mod block_choice;
mod block_scores;
mod block_sparse;
mod block_sparse_versions;
mod compression;
mod decoding;
mod dense_schedules;
mod descaled;
mod flash_attn;
mod forms;
mod group_sums;
mod inference;
mod inference_cases;
mod inference_dtypes;
mod merged;
mod mla_preprocess;
mod mla_prolog;
mod native_sparse;
mod pairs;
mod quant_flash_attn;
mod samples;
mod schedules;
mod second_part_samples;
mod second_parts;
mod sparse;
mod sparse_gradients;
mod sparse_mla;
mod swin;
mod training;
mod types;

use super::rows::ROWS;
use super::{Row, entry};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;
use crate::reference::attention::{Form, GRAD, SCORE, forward, gradient, with_parts_behind};
use forms::*;

/// The types of the tensors of a form, with more that are null.
macro_rules! accepts {
    ($first:literal, $shift:literal $shifts:literal, $key:literal: $($name:literal $types:literal),*) => {
        &[
            ("query", "f32 f16 bf16"),
            ($key, "as query"),
            ("value", "as query"),
            ($shift, $shifts),
            ("dropMaskOptional", "u8"),
            ("paddingMaskOptional", "any"),
            ("attenMaskOptional", "bool u8"),
            ($first, "f32"),
            $(($name, $types),)*
        ]
    };
}

type Types = &'static [(&'static str, &'static str)];

const FORWARD: Types = accepts!("softmaxMaxOut", "realShiftOptional" "as query", "key": "softmaxSumOut" "f32", "softmaxOutOut" "any", "attentionOutOut" "as query");
const FORWARD_OF_TOKENS: Types = accepts!("softmaxMaxOut", "realShiftOptional" "any", "key": "softmaxSumOut" "f32", "softmaxOutOut" "any", "attentionOutOut" "as query");
const FORWARD_V4: Types = accepts!("softmaxMaxOut", "realShiftOptional" "as query", "key": "softmaxSumOut" "f32", "softmaxOutOut" "any", "attentionOutOut" "as query",
    "queryRopeOptional" "any", "keyRopeOptional" "any", "dScaleQOptional" "any", "dScaleKOptional" "any", "dScaleVOptional" "any", "sinkOptional" "any");
const BACKWARD: Types = accepts!("softmaxMaxOptional", "pseShiftOptional" "as query", "keyIn": "dy" "as query", "softmaxSumOptional" "f32", "softmaxInOptional" "any",
    "attentionInOptional" "as query", "dqOut" "as query", "dkOut" "as query", "dvOut" "as query", "dpseOut" "as query");
const BACKWARD_OF_TOKENS: Types = accepts!("softmaxMaxOptional", "pseShiftOptional" "any", "keyIn": "dy" "as query", "softmaxSumOptional" "f32", "softmaxInOptional" "any",
    "attentionInOptional" "as query", "dqOut" "as query", "dkOut" "as query", "dvOut" "as query", "dpseOut" "any");
const BACKWARD_V4: Types = accepts!("softmaxMaxOptional", "pseShiftOptional" "as query", "keyIn": "dy" "as query", "softmaxSumOptional" "f32", "softmaxInOptional" "any",
    "attentionInOptional" "as query", "dqOut" "as query", "dkOut" "as query", "dvOut" "as query", "dpseOut" "as query",
    "queryRopeOptional" "any", "keyRopeOptional" "any", "dScaleQOptional" "any", "dScaleKOptional" "any", "dScaleVOptional" "any", "dScaleDyOptional" "any",
    "dScaleOOptional" "any", "sinkInOptional" "any", "dqRopeOut" "any", "dkRopeOut" "any", "dsinkOut" "any");

const SCORE_V2: Form = Form {
    scale: 10,
    mode: 17,
    shift_type: Some(18),
    starts: Some(8),
    ..SCORE
};
const SCORE_V4: Form = Form {
    prefix: 13,
    ends: Some(14),
    scale: 18,
    mode: 25,
    shift_type: Some(27),
    statistics_layout: Some(28),
    ropes: Some([7, 8]),
    sink: Some(12),
    starts: Some(16),
    ..SCORE
};
const OF_TOKENS: Form = Form {
    ends: Some(8),
    scale: 10,
    mode: 17,
    ..SCORE
};
const OF_TOKENS_V2: Form = Form {
    ends: Some(8),
    scale: 12,
    mode: 19,
    shift_type: Some(20),
    starts: Some(10),
    ..SCORE
};
const OF_TOKENS_V4: Form = Form {
    statistics_layout: Some(18),
    ..OF_TOKENS
};
const GRAD_V2: Form = Form {
    scale: 15,
    mode: 22,
    shift_type: Some(23),
    starts: Some(13),
    ..GRAD
};
const GRAD_V4: Form = Form {
    prefix: 20,
    ends: Some(21),
    scale: 25,
    mode: 33,
    shift_type: Some(34),
    statistics_layout: Some(31),
    ropes: Some([13, 14]),
    sink: Some(12),
    starts: Some(23),
    ..GRAD
};
const GRAD_OF_TOKENS: Form = Form {
    ends: Some(13),
    scale: 15,
    mode: 22,
    ..GRAD
};
const GRAD_OF_TOKENS_V2: Form = Form {
    ends: Some(13),
    scale: 17,
    mode: 24,
    shift_type: Some(25),
    starts: Some(15),
    ..GRAD
};
const GRAD_OF_TOKENS_V4: Form = Form {
    statistics_layout: Some(27),
    ..GRAD_OF_TOKENS
};

type Whole = fn(&Arguments) -> Vec<Vec<Number>>;

pub fn rows() -> Vec<Row> {
    [
        training(),
        second_parts::rows(),
        merged::rows(),
        pairs::rows(),
        flash_attn::rows(),
        group_sums::rows(),
        quant_flash_attn::rows(),
        inference::rows(),
        block_choice::rows(),
        block_scores::rows(),
        block_sparse::rows(),
        block_sparse_versions::rows(),
        compression::rows(),
        dense_schedules::rows(),
        native_sparse::rows(),
        schedules::rows(),
        sparse::rows(),
        sparse_gradients::rows(),
        sparse_mla::rows(),
        training::rows(),
        mla_preprocess::rows(),
        mla_prolog::rows(),
        swin::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn training() -> Vec<Row> {
    vec![
        Row::new("aclnnFlashAttentionScore", score)
            .accepts(FORWARD)
            .whole(|a| forward(a, SCORE))
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionScoreV2", score_v2)
            .accepts(FORWARD)
            .whole(|a| forward(a, SCORE_V2))
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionScoreV4", score_v4)
            .accepts(FORWARD_V4)
            .whole(|a| forward(a, SCORE_V4))
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionVarLenScore", of_tokens)
            .accepts(FORWARD_OF_TOKENS)
            .whole(|a| forward(a, OF_TOKENS))
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionVarLenScoreV2", of_tokens_v2)
            .accepts(FORWARD_OF_TOKENS)
            .whole(|a| forward(a, OF_TOKENS_V2))
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionVarLenScoreV4", of_tokens_v4)
            .accepts(FORWARD_OF_TOKENS)
            .whole(|a| forward(a, OF_TOKENS_V4))
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionScoreGrad", grad)
            .accepts(BACKWARD)
            .whole(|a| gradient(a, GRAD, 24))
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionScoreGradV2", grad_v2)
            .accepts(BACKWARD)
            .whole(|a| gradient(a, GRAD_V2, 27))
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionScoreGradV4", grad_v4)
            .accepts(BACKWARD_V4)
            .whole(|a| with_parts_behind(a, GRAD_V4, [41, 42, 43, 44]))
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionUnpaddingScoreGrad", grad_of_tokens)
            .accepts(BACKWARD_OF_TOKENS)
            .whole(|a| gradient(a, GRAD_OF_TOKENS, 26))
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionUnpaddingScoreGradV2", grad_of_tokens_v2)
            .accepts(BACKWARD_OF_TOKENS)
            .whole(|a| gradient(a, GRAD_OF_TOKENS_V2, 29))
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionUnpaddingScoreGradV4", grad_of_tokens_v4)
            .accepts(BACKWARD_OF_TOKENS)
            .whole(|a| gradient(a, GRAD_OF_TOKENS_V4, 26))
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
