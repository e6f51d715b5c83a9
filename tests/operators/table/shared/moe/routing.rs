//! Samples and checks of several operators: initial routing.

use crate::reference::moe;
use crate::table::shared::moe::versions::v3_on_910b;
use crate::table::shared::moe::*;
use hostnpu::tensor::Dtype::*;

pub fn init(
    dtype: Dtype,
    [tokens, width, top_k]: [i64; 3],
    active: i64,
    count: i64,
) -> Vec<Argument> {
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

pub fn init_samples() -> Vec<Vec<Argument>> {
    vec![
        init(F16, [4, 5, 3], 4, 6),
        init(Bf16, [5, 16, 2], 3, 4),
        init(F32, [301, 40, 4], 400, 16),
        init(F32, [3, 4, 2], 0, 5),
    ]
}

pub fn init_quant_samples() -> Vec<Vec<Argument>> {
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
pub fn v2(
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

pub fn v2_without_int64() -> Vec<Vec<Argument>> {
    let mut without = v2(F32, I32, [4, 32, 3], [0, 0, 0, 0, 0], false);
    (without[10], without[11]) = (Argument::Null, Argument::Null);
    vec![
        v2(F16, I32, [4, 32, 3], [0, 0, 7, 0, 1], true),
        v2(F32, I32, [5, 64, 2], [7, 0, 6, 0, 2], false),
        v2(F32, I32, [301, 32, 4], [0, 0, 6, 0, 1], false),
        without,
    ]
}

pub fn v2_on_910b() -> Vec<Vec<Argument>> {
    let mut samples = v2_without_int64();
    samples.extend([
        v2(Bf16, I32, [4, 5, 3], [0, 2, 6, 1, 0], true),
        v2(F32, I32, [301, 8, 4], [5, 150, 8, 1, 2], true),
        v2(Bf16, I32, [4, 5, 3], [99, 2, 6, 1, 0], false),
    ]);
    samples
}

pub fn quant_v2(
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
    let positive = crate::table::samples::POSITIVE;
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

pub fn quant_v2_samples() -> Vec<Vec<Argument>> {
    vec![
        quant_v2(F16, I8, [4, 6, 3], [0, 0, 7, 0, 1], 0, None),
        quant_v2(F16, I8, [4, 6, 3], [0, 0, 7, 0, 1], 1, Some(7)),
        quant_v2(Bf16, I8, [5, 16, 2], [7, 0, 6, 0, 2], 1, Some(1)),
        quant_v2(F32, I8, [301, 32, 4], [0, 0, 6, 0, 0], 1, None),
        quant_v2(F32, I8, [4, 5, 3], [0, 2, 6, 1, 0], 0, None),
        quant_v2(Bf16, I8, [4, 5, 3], [0, 2, 6, 1, 0], 1, Some(6)),
    ]
}

pub fn quant_v2_on_910b() -> Vec<Vec<Argument>> {
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

pub const BLOCKS: &[(&str, &str)] = &[
    (
        "dtypes x",
        "the scales of some types have another type: each type is a sample",
    ),
    ("dtypes scaleOptional", "likewise"),
    ("dtypes offsetOptional", "null in the plainest call"),
];
