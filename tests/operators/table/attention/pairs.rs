//! Rows of attention with two pairs of keys and values, and of attention of codes with scales for blocks of rows.

use hostnpu::tensor::Dtype::{self, *};

use super::super::Row;
use super::super::rows::{ROWS, near_1, varied};
use super::inference::codes;
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, encode};
use crate::reference::attention::pairs as reference;
use crate::table::entry;
use crate::table::samples::{read, write};

/// Type, B, H, N, M, K, D, the mask's type and shape.
type Pairs = (Dtype, [i64; 6], Option<(Dtype, [i64; 5])>);

const PAIRS: [Pairs; 7] = [
    (Bf16, [2, 1, 2, 3, 7, 4], Some((Bool, [2, 1, 2, 1, 7]))),
    (F16, [1, 2, 3, 5, 4, 8], None),
    (F16, [2, 2, 3, 2, 5, 4], Some((U8, [1, 1, 3, 1, 5]))),
    (Bf16, [1, 1, 16, 32, 24, 32], Some((Bool, [1, 1, 1, 1, 24]))),
    (F16, [1, 1, 1, 1, 1, 1], None),
    (Bf16, [1, 1, 2, 2, 3, 4], Some((U8, [1, 1, 2, 1, 3]))),
    (F16, [1, 1, 2, 2, 3, 4], Some((Bool, [1, 1, 2, 1, 3]))),
];

/// Small, so that no key has nearly all of the weight: results of one key are half-way between two numbers.
const SCALE: f64 = 0.02;

fn operands(&(dtype, [b, h, n, m, k, d], mask): &Pairs) -> (Vec<Argument>, Argument) {
    let (first, second) = ([b, h, n, k, d], [b, h, k, m, d]);
    let all = vec![
        varied(dtype, &[b, h, n, m, d], 1),
        varied(dtype, &first, 2),
        varied(dtype, &first, 3),
        varied(dtype, &second, 4),
        varied(dtype, &second, 5),
    ];
    let mask = mask.map_or(Argument::Null, |(dtype, shape)| {
        // All keys of the first row of n are hidden, if there are rows of their own.
        let rows = shape[2];
        let count = shape.iter().product::<i64>();
        let bits = (0..count).map(|at| {
            let is_first = rows > 1 && at / shape[4] % rows == 0;
            f64::from(u8::from(is_first || at % 3 == 1))
        });
        read(dtype, &shape, &bits.collect::<Vec<_>>())
    });
    (all, mask)
}

fn floyd() -> Vec<Vec<Argument>> {
    let each = PAIRS.iter().map(|of| {
        let &(dtype, [b, h, n, m, _, d], _) = of;
        let (mut all, mask) = operands(of);
        all.extend([
            mask,
            Argument::Float(SCALE),
            write(F32, &[b, h, n, m, 8]),
            write(F32, &[b, h, n, m, 8]),
            write(dtype, &[b, h, n, m, d]),
        ]);
        all
    });
    each.collect()
}

/// A tensor of numbers that a reference has computed.
pub(super) fn computed(dtype: Dtype, shape: &[i64], numbers: &[Number]) -> Argument {
    let bytes = numbers.iter().flat_map(|number| encode(number, dtype));
    Argument::Tensor(crate::argument::Tensor::new(
        dtype,
        shape,
        crate::argument::Contents::Bytes(bytes.collect()),
    ))
}

fn floyd_gradients() -> Vec<Vec<Argument>> {
    let each = PAIRS.iter().zip(floyd()).map(|(of, forward)| {
        let &(dtype, [b, h, n, m, k, d], _) = of;
        let known = reference::floyd(&Arguments::new(entry("aclnnFusedFloydAttention"), &forward));
        let (mut all, mask) = operands(of);
        let (queries, statistics) = ([b, h, n, m, d], [b, h, n, m, 8]);
        all.extend([
            varied(dtype, &queries, 6),
            mask,
            computed(F32, &statistics, &known[0]),
            computed(F32, &statistics, &known[1]),
            computed(dtype, &queries, &known[2]),
            Argument::Float(SCALE),
            write(dtype, &queries),
            write(dtype, &[b, h, n, k, d]),
            write(dtype, &[b, h, n, k, d]),
            write(dtype, &[b, h, k, m, d]),
            write(dtype, &[b, h, k, m, d]),
        ]);
        all
    });
    each.collect()
}

/// Queries, keys, heads of both, elements of keys and of values.
const CODED: [[i64; 6]; 3] = [
    [3, 5, 2, 1, 8, 4],
    [131, 530, 1, 1, 4, 4],
    [514, 7, 2, 2, 4, 4],
];

fn blocks(rows: i64, shared: i64) -> i64 {
    (rows + shared - 1) / shared
}

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

const SINCE_910B: &str = "none | 910B 950: f16 bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFusedFloydAttention", floyd)
            .accepts(&[
                ("query", SINCE_910B),
                ("key1", "as query"),
                ("value1", "as query"),
                ("key2", "as query"),
                ("value2", "as query"),
                ("attenMaskOptional", "bool u8"),
                ("softmaxMaxOut", "f32"),
                ("softmaxSumOut", "f32"),
                ("attentionOutOut", "as query"),
            ])
            .whole(reference::floyd)
            .accuracy(ROWS),
        Row::new("aclnnFusedFloydAttentionGrad", floyd_gradients)
            .accepts(&[
                ("query", SINCE_910B),
                ("key1", "as query"),
                ("value1", "as query"),
                ("key2", "as query"),
                ("value2", "as query"),
                ("dy", "as query"),
                ("attenMaskOptional", "bool u8"),
                ("softmaxMax", "f32"),
                ("softmaxSum", "f32"),
                ("attentionIn", "as query"),
                ("dqOut", "as query"),
                ("dk1Out", "as query"),
                ("dv1Out", "as query"),
                ("dk2Out", "as query"),
                ("dv2Out", "as query"),
            ])
            .whole(reference::floyd_gradients)
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
    ]
}
