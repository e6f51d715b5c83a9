//! The rows of `aclnnFlashAttentionScoreGrad` and its other forms.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::attention::{gradient, pairs as reference};
use crate::table::samples::write;
use crate::table::shared::attention::forms::{
    grad, grad_of_tokens, grad_of_tokens_v2, grad_of_tokens_v4, grad_v2, grad_v4,
};
use crate::table::shared::attention::inference::codes;
use crate::table::shared::attention::pairs::{CODED, blocks, computed};
use crate::table::shared::attention::second_part_samples::{
    grad_of_tokens_v3, grad_of_tokens_v5, grad_v3,
};
use crate::table::shared::attention::{BACKWARD, BACKWARD_OF_TOKENS, BACKWARD_V4, Types};
use crate::table::shared::rows::{ROWS, near_1};
use crate::table::{Row, entry};

fn quantised_gradients() -> Vec<Vec<Argument>> {
    let each = CODED
        .iter()
        .enumerate()
        .map(|(number, &[q, k, n, m, d, w])| {
            let out = [F16, Bf16][number % 2];
            let mut all = vec![
                codes(Hifloat8, &[2, q, n, d], 1),
                codes(Hifloat8, &[2, k, m, d], 2),
                codes(Hifloat8, &[2, k, m, w], 3),
                codes(Hifloat8, &[2, q, n, w], 4),
                Argument::Null,
            ];
            let scales = [
                near_1(F32, &[2, n, blocks(q, 512), 1], 4),
                near_1(F32, &[2, m, blocks(k, 512), 1], 5),
                near_1(F32, &[2, m, blocks(k, 512), 1], 6),
                near_1(F32, &[2, n, blocks(q, 512), 1], 7),
            ];
            // Statistics of some forward call: those of numbers with scales that are near.
            let mut forward = vec![
                all[0].clone(),
                all[1].clone(),
                all[2].clone(),
                Argument::Null,
            ];
            forward.extend([
                near_1(F32, &[2, n, blocks(q, 128), 1], 4),
                near_1(F32, &[2, m, blocks(k, 256), 1], 5),
                near_1(F32, &[2, m, blocks(k, 512), 1], 6),
                near_1(F32, &[1], 7),
                Argument::Float(0.25),
            ]);
            let known = reference::quantised(&Arguments::new(
                entry("aclnnQuantFlashAttentionScore"),
                &forward,
            ));
            all.extend([
                computed(F32, &[2, n, q, 1], &known[0]),
                computed(F32, &[2, n, q, 1], &known[1]),
                computed(Bf16, &[2, q, n, w], &known[2]),
            ]);
            all.extend(scales);
            all.extend([
                near_1(F32, &[1], 8),
                near_1(F32, &[1], 9),
                Argument::Float(0.25),
                Argument::Int(0),
                Argument::Int(0),
                Argument::Int(n),
                Argument::Text("BSND"),
                Argument::Int(0),
                Argument::Int(i64::from(out == Bf16)),
                write(out, &[2, q, n, d]),
                write(out, &[2, k, m, d]),
                write(out, &[2, k, m, w]),
            ]);
            all
        });
    each.collect()
}

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
        Row::new("aclnnFlashAttentionScoreGrad", grad)
            .accepts(BACKWARD)
            .whole(gradient)
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionScoreGradV2", grad_v2)
            .accepts(BACKWARD)
            .whole(gradient)
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionScoreGradV4", grad_v4)
            .accepts(BACKWARD_V4)
            .whole(gradient)
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionUnpaddingScoreGrad", grad_of_tokens)
            .accepts(BACKWARD_OF_TOKENS)
            .whole(gradient)
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionUnpaddingScoreGradV2", grad_of_tokens_v2)
            .accepts(BACKWARD_OF_TOKENS)
            .whole(gradient)
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionUnpaddingScoreGradV4", grad_of_tokens_v4)
            .accepts(BACKWARD_OF_TOKENS)
            .whole(gradient)
            .accuracy(ROWS),
        Row::new("aclnnQuantFlashAttentionScoreGrad", quantised_gradients)
            .accepts(&[
                ("query", "none | 950: hif8"),
                ("keyIn", "as query"),
                ("value", "as query"),
                ("dy", "as query"),
                ("attenMaskOptional", "any"),
                ("softmaxMax", "f32"),
                ("softmaxSum", "f32"),
                ("attentionIn", "bf16"),
                ("dScaleQ", "f32"),
                ("dScaleK", "f32"),
                ("dScaleV", "f32"),
                ("dScaleDy", "f32"),
                ("dsScale", "f32"),
                ("pScale", "f32"),
                ("dqOut", "f16"),
                ("dkOut", "f16"),
                ("dvOut", "f16"),
            ])
            .whole(reference::quantised_gradients)
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionScoreGradV3", grad_v3)
            .accepts(FLASH_ATTENTION_SCORE_GRAD_V3)
            .whole(gradient)
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionUnpaddingScoreGradV3", grad_of_tokens_v3)
            .accepts(FLASH_ATTENTION_UNPADDING_SCORE_GRAD_V3)
            .whole(gradient)
            .accuracy(ROWS),
        Row::new("aclnnFlashAttentionUnpaddingScoreGradV5", grad_of_tokens_v5)
            .accepts(FLASH_ATTENTION_UNPADDING_SCORE_GRAD_V5)
            .whole(gradient)
            .accuracy(ROWS),
    ]
}
