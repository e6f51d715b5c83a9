//! Initial routing.

use super::versions::{v3_on_910b, v3_samples, v4_samples};
use super::*;
use crate::reference::moe;
use hostnpu::tensor::Dtype::*;

fn init(dtype: Dtype, [tokens, width, top_k]: [i64; 3], active: i64, count: i64) -> Vec<Argument> {
    let shape = [tokens, top_k];
    // As the vendor's gating writes them: choice k of token i is k * tokens + i.
    let rows: Vec<f64> = (0..tokens)
        .flat_map(|token| (0..top_k).map(move |k| (k * tokens + token) as f64))
        .collect();
    vec![
        strided(dtype, &[tokens, width], 1),
        read(I32, &shape, &rows),
        experts(I32, &shape, count),
        Argument::Int(active),
        write(dtype, &[tokens.min(active) * top_k, width]),
        write(I32, &[tokens * top_k]),
        write(I32, &[tokens * top_k]),
    ]
}

fn init_samples() -> Vec<Vec<Argument>> {
    vec![
        init(F16, [4, 5, 3], 4, 6),
        init(Bf16, [5, 16, 2], 3, 4),
        init(F32, [301, 40, 4], 400, 16),
        init(F32, [3, 4, 2], 0, 5),
    ]
}

fn init_quant_samples() -> Vec<Vec<Argument>> {
    let samples = [
        init(F16, [4, 5, 3], 4, 6),
        init(Bf16, [5, 16, 2], 3, 4),
        init(F32, [301, 40, 4], 400, 16),
    ];
    let quantised = samples.into_iter().map(|mut sample| {
        let shape = sample[4].tensors()[0].shape.clone();
        sample[4] = write(I8, &shape);
        sample.splice(4..4, [Argument::Float(21.3), Argument::Float(0.7)]);
        sample
    });
    quantised.collect()
}

/// activeNum, expertCapacity, expertNum, dropPadMode, the flag of counts; counts before the capacity.
fn v2(
    dtype: Dtype,
    ids: Dtype,
    [tokens, width, top_k]: [i64; 3],
    [active, capacity, count, drop, flag]: [i64; 5],
    before: bool,
) -> Vec<Argument> {
    let choices = tokens * top_k;
    let shape = match (drop, active) {
        (1, _) => vec![count, capacity, width],
        (_, 0) => vec![choices, width],
        (_, most) => vec![most.min(choices), width],
    };
    let mut sample = vec![
        strided(dtype, &[tokens, width], 1),
        experts(ids, &[tokens, top_k], 6),
    ];
    sample.extend([active, capacity, count, drop, flag].map(Argument::Int));
    sample.push(Argument::Bool(before));
    sample.extend([
        write(dtype, &shape),
        write(I32, &[choices]),
        write(I32, &[count]),
        write(I32, &[count]),
    ]);
    sample
}

fn v2_without_int64() -> Vec<Vec<Argument>> {
    let mut without = v2(F32, I32, [4, 32, 3], [0, 0, 0, 0, 0], false);
    (without[10], without[11]) = (Argument::Null, Argument::Null);
    vec![
        v2(F16, I32, [4, 32, 3], [0, 0, 7, 0, 1], true),
        v2(F32, I32, [5, 64, 2], [7, 0, 6, 0, 2], false),
        v2(F32, I32, [301, 32, 4], [0, 0, 6, 0, 1], false),
        without,
    ]
}

fn v2_on_910b() -> Vec<Vec<Argument>> {
    let mut samples = v2_without_int64();
    samples.extend([
        v2(Bf16, I32, [4, 5, 3], [0, 2, 6, 1, 0], true),
        v2(F32, I32, [301, 8, 4], [5, 150, 8, 1, 2], true),
        v2(Bf16, I32, [4, 5, 3], [99, 2, 6, 1, 0], false),
    ]);
    samples
}

fn v2_samples() -> Vec<Vec<Argument>> {
    let mut samples = v2_on_910b();
    for dtype in [F16, Bf16, F32] {
        samples.push(v2(dtype, I64, [4, 5, 3], [0, 0, 7, 0, 1], false));
    }
    let mut one_axis = v2(F16, I64, [6, 5, 1], [4, 0, 6, 0, 2], false);
    one_axis[1] = experts(I32, &[6], 6);
    samples.push(one_axis);
    samples
}

fn quant_v2(
    dtype: Dtype,
    to: Dtype,
    size: [i64; 3],
    attributes: [i64; 5],
    mode: i64,
    factors: Option<i64>,
) -> Vec<Argument> {
    let mut sample = v2(dtype, I32, size, attributes, true);
    let shape = sample[8].tensors()[0].shape.clone();
    let rows = shape[..shape.len() - 1].iter().product();
    sample[8] = write(to, &shape);
    sample.insert(8, Argument::Int(mode));
    let positive = super::super::samples::POSITIVE;
    let scale = match (mode, factors) {
        (0, _) => read(F32, &[1], &[17.3]),
        (_, Some(of)) => read(F32, &[of, size[1]], &positive),
        (_, None) => Argument::Null,
    };
    let offset = if mode == 0 {
        read(F32, &[1], &[0.4])
    } else {
        Argument::Null
    };
    sample.splice(2..2, [scale, offset]);
    sample.push(write(F32, &[rows]));
    sample
}

fn quant_v2_samples() -> Vec<Vec<Argument>> {
    vec![
        quant_v2(F16, I8, [4, 6, 3], [0, 0, 7, 0, 1], 0, None),
        quant_v2(F16, I8, [4, 6, 3], [0, 0, 7, 0, 1], 1, Some(7)),
        quant_v2(Bf16, I8, [5, 16, 2], [7, 0, 6, 0, 2], 1, Some(1)),
        quant_v2(F32, I8, [301, 32, 4], [0, 0, 6, 0, 0], 1, None),
        quant_v2(F32, I8, [4, 5, 3], [0, 2, 6, 1, 0], 0, None),
        quant_v2(Bf16, I8, [4, 5, 3], [0, 2, 6, 1, 0], 1, Some(6)),
    ]
}

fn quant_v2_on_910b() -> Vec<Vec<Argument>> {
    let mut samples = quant_v2_samples();
    for dtype in [F16, Bf16, F32] {
        samples.push(quant_v2(dtype, I4, [4, 6, 3], [0, 0, 7, 0, 1], 1, Some(1)));
        samples.push(quant_v2(dtype, I4, [4, 6, 3], [5, 0, 0, 0, 0], 0, None));
    }
    samples
}

pub fn on_910b() -> Vec<Elsewhere> {
    vec![
        ("aclnnMoeInitRouting", init_samples, moe::init),
        ("aclnnMoeInitRoutingQuant", init_quant_samples, moe::init),
        ("aclnnMoeInitRoutingV2", v2_on_910b, moe::init_v2),
        ("aclnnMoeInitRoutingQuantV2", quant_v2_on_910b, moe::init_v2),
        ("aclnnMoeInitRoutingV3", v3_on_910b, moe::init_v3),
        ("aclnnMoeInitRoutingCustom", v3_on_910b, moe::init_v3),
    ]
}

pub fn on_310p() -> Vec<Elsewhere> {
    vec![("aclnnMoeInitRoutingV2", v2_without_int64, moe::init_v2)]
}

const BLOCKS: &[(&str, &str)] = &[
    (
        "dtypes x",
        "the scales of some types have another type: each type is a sample",
    ),
    ("dtypes scaleOptional", "likewise"),
    ("dtypes offsetOptional", "null in the plainest call"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeInitRouting", init_samples)
            .accepts(&[
                ("x", FLOATS),
                ("rowIdx", "i32"),
                ("expertIdx", "i32"),
                ("expandedXOut", "as x"),
                ("expandedRowIdxOut", "i32"),
                ("expandedExpertIdxOut", "i32"),
            ])
            .bits(moe::init)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnMoeInitRoutingQuant", init_quant_samples)
            .accepts(&[
                ("x", ON_910B),
                ("rowIdx", "i32"),
                ("expertIdx", "i32"),
                ("expandedXOut", "i8"),
                ("expandedRowIdxOut", "i32"),
                ("expandedExpertIdxOut", "i32"),
            ])
            .held_by("table::moe::operators_and_modes_of_910b")
            .holds(Holds(0))
            .except(&[(
                "samples",
                "not available on Ascend950, so tested on an older generation only",
            )]),
        Row::new("aclnnMoeInitRoutingV2", v2_samples)
            .accepts(&[
                ("x", AND_310P),
                ("expertIdx", "i32 | 950: + i64"),
                ("expandedXOut", "as x"),
                ("expandedRowIdxOut", "i32"),
                ("expertTokensCountOrCumsumOutOptional", "i32"),
                ("expertTokensBeforeCapacityOutOptional", "i32"),
            ])
            .bits(moe::init_v2)
            .holds(STRIDED | SHAPE)
            .except(&[
                (
                    "dtypes expertTokensBeforeCapacityOutOptional",
                    "not written in the plainest call",
                ),
                ("shapes expertTokensBeforeCapacityOutOptional", "likewise"),
            ]),
        Row::new("aclnnMoeInitRoutingQuantV2", quant_v2_samples)
            .accepts(&[
                ("x", FLOATS),
                ("expertIdx", "i32"),
                ("scaleOptional", "f32"),
                ("offsetOptional", "f32"),
                ("expandedXOut", "i8 | 910B: + i4"),
                ("expandedRowIdxOut", "i32"),
                ("expertTokensCountOrCumsumOutOptional", "i32"),
                ("expertTokensBeforeCapacityOutOptional", "i32"),
                ("dynamicQuantScaleOutOptional", "f32"),
            ])
            .bits(moe::init_v2)
            .holds(STRIDED | SHAPE)
            .except(&[
                (
                    "dtypes expertTokensBeforeCapacityOutOptional",
                    "not written in the plainest call",
                ),
                ("shapes expertTokensBeforeCapacityOutOptional", "likewise"),
                ("dtypes dynamicQuantScaleOutOptional", "likewise"),
                ("shapes dynamicQuantScaleOutOptional", "likewise"),
            ]),
        Row::new("aclnnMoeInitRoutingV3", v3_samples)
            .accepts(&[
                (
                    "x",
                    "none | 910B: f16 bf16 f32 i8 | 950: f16 bf16 f32 i8 hif8 e5m2 e4m3 e2m1",
                ),
                ("expertIdx", "i32"),
                ("scaleOptional", "f32 | 950: + e8m0"),
                ("offsetOptional", "f32"),
                ("expandedXOut", "as x"),
                ("expandedRowIdxOut", "i32"),
                ("expertTokensCountOrCumsumOut", "i64"),
                ("expandedScaleOut", "as scaleOptional"),
            ])
            .bits(moe::init_v3)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(BLOCKS),
        Row::new("aclnnMoeInitRoutingCustom", v3_samples)
            .accepts(&[
                (
                    "x",
                    "none | 910B: f16 bf16 f32 i8 | 950: f16 bf16 f32 i8 hif8 e5m2 e4m3 e2m1",
                ),
                ("expertIdx", "i32"),
                ("scaleOptional", "f32 | 950: + e8m0"),
                ("offsetOptional", "f32"),
                ("expandedXOut", "as x"),
                ("expandedRowIdxOut", "i32"),
                ("expertTokensCountOrCumsumOut", "i64"),
                ("expandedScaleOut", "as scaleOptional"),
            ])
            .bits(moe::init_v3)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(BLOCKS),
        Row::new("aclnnMoeInitRoutingV4", v4_samples)
            .accepts(&[
                ("x", "none | 950: f16 bf16 f32 i8 hif8 e5m2 e4m3 e2m1"),
                ("expertIdx", "i32"),
                ("scaleOptional", "f32 | 950: + e8m0"),
                ("offsetOptional", "f32"),
                ("activeNumOptional", "i64"),
                ("topkWeightOptional", "f32"),
                ("expandedXOut", "as x"),
                ("expandedRowIdxOut", "i32"),
                ("expertTokensCountOrCumsumOut", "i64"),
                ("expandedScaleOut", "as scaleOptional"),
                ("expandedTopkWeightOut", "f32"),
            ])
            .bits(moe::init_v3)
            .holds(STRIDED | SHAPE)
            .except(BLOCKS),
    ]
}
