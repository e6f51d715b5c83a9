//! The choice of experts.

use super::*;
use crate::arguments::Arguments;
use crate::reference::moe;
use hostnpu::tensor::Dtype::*;

/// Scores without order, some of them equal.
fn scores(dtype: Dtype, shape: &[i64]) -> Argument {
    let numbers: Vec<f64> = (0..257)
        .map(|at| f64::from((at * 151 + at / 5 * 7) % 97) / 16.0 - 3.0)
        .collect();
    read(dtype, shape, &numbers)
}

fn softmax(dtype: Dtype, shape: &[i64], k: i64, finished: bool) -> Vec<Argument> {
    let (&last, tokens) = shape.split_last().unwrap();
    let chosen = [tokens, &[k]].concat();
    let _ = last;
    vec![
        scores(dtype, shape),
        if finished {
            read(Bool, tokens, &[0.0, 1.0, 0.0])
        } else {
            Argument::Null
        },
        Argument::Int(k),
        write(dtype, &chosen),
        write(I32, &chosen),
        write(I32, &chosen),
    ]
}

fn softmax_samples() -> Vec<Vec<Argument>> {
    vec![
        softmax(F16, &[3, 16], 4, true),
        softmax(F32, &[2, 3, 7], 7, true),
        softmax(Bf16, &[5, 64], 1, false),
        softmax(F32, &[300, 128], 8, false),
        softmax(F16, &[4, 8], 0, false),
    ]
}

fn softmax_v2(
    dtype: Dtype,
    shape: &[i64],
    k: i64,
    renorm: i64,
    flag: bool,
    finished: bool,
) -> Vec<Argument> {
    let mut sample = softmax(dtype, shape, k, finished);
    sample.truncate(5);
    sample.insert(3, Argument::Int(renorm));
    sample.insert(4, Argument::Bool(flag));
    sample.push(write(F32, shape));
    sample
}

fn softmax_v2_samples() -> Vec<Vec<Argument>> {
    let mut without = softmax_v2(F32, &[3, 9], 2, 1, true, false);
    without[7] = Argument::Null;
    vec![
        softmax_v2(F16, &[3, 16], 4, 0, true, true),
        softmax_v2(F32, &[2, 3, 7], 7, 1, true, true),
        softmax_v2(Bf16, &[5, 64], 3, 1, false, false),
        softmax_v2(F32, &[300, 128], 8, 0, false, false),
        without,
    ]
}

/// k, kGroup, groupCount, groupSelectMode, renorm, normType.
fn top_k(
    dtype: Dtype,
    shape: [i64; 2],
    bias: bool,
    [k, kept, groups, mode, renorm, norm]: [i64; 6],
    flag: bool,
) -> Vec<Argument> {
    let chosen = [shape[0], k];
    vec![
        scores(dtype, &shape),
        if bias {
            strided(dtype, &shape[1..], 2)
        } else {
            Argument::Null
        },
        Argument::Int(k),
        Argument::Int(kept),
        Argument::Int(groups),
        Argument::Int(mode),
        Argument::Int(renorm),
        Argument::Int(norm),
        Argument::Bool(flag),
        Argument::Float(2.5),
        Argument::Float(1e-20),
        write(dtype, &chosen),
        write(I32, &chosen),
        write(F32, &shape),
    ]
}

fn older() -> Vec<Vec<Argument>> {
    vec![
        top_k(F16, [3, 16], true, [4, 2, 4, 1, 0, 1], true),
        top_k(F32, [5, 64], true, [6, 3, 8, 0, 0, 0], true),
        top_k(Bf16, [5, 64], false, [8, 1, 1, 0, 1, 0], false),
        top_k(F32, [300, 256], true, [8, 4, 8, 1, 0, 1], true),
        top_k(F32, [4, 12], false, [2, 12, 12, 0, 0, 1], false),
    ]
}

fn top_k_samples() -> Vec<Vec<Argument>> {
    let mut samples = older();
    samples.push(top_k(F16, [7, 32], true, [3, 2, 4, 1, 0, 2], true));
    samples.push(top_k(F32, [7, 32], false, [32, 1, 1, 1, 0, 2], true));
    samples
}

fn hashed(mut sample: Vec<Argument>, ids: Dtype, table: Dtype) -> Vec<Argument> {
    let (shape, k) = (
        sample[0].tensors()[0].shape.clone(),
        moe::int(&Arguments::unnamed(&sample), 2),
    );
    sample.insert(2, read(ids, &[shape[0]], &[1.0, 4.0, 0.0]));
    sample.insert(3, experts(table, &[5, k], shape[1]));
    sample
}

fn top_k_v2_samples() -> Vec<Vec<Argument>> {
    let plain = |dtype, norm| top_k(dtype, [6, 32], true, [4, 1, 1, 0, 1, norm], true);
    let mut samples = Vec::new();
    for dtype in [F16, F32, Bf16] {
        for (number, (ids, table)) in [(I64, I32), (I32, I32), (I64, I64), (I32, I64)]
            .into_iter()
            .enumerate()
        {
            samples.push(hashed(plain(dtype, number as i64 % 3), ids, table));
        }
    }
    for mut sample in top_k_samples() {
        sample.splice(2..2, [Argument::Null, Argument::Null]);
        samples.push(sample);
    }
    samples
}

fn backward(dtype: Dtype, [tokens, count, k]: [i64; 3]) -> Vec<Argument> {
    // Different experts for each token.
    let chosen: Vec<f64> = (0..tokens)
        .flat_map(|token| (0..k).map(move |at| ((token * 5 + at * 3) % count) as f64))
        .collect();
    vec![
        read(F32, &[tokens, count], &super::super::samples::POSITIVE),
        strided(dtype, &[tokens, k], 3),
        read(I32, &[tokens, k], &chosen),
        Argument::Int(1),
        Argument::Int(1),
        Argument::Float(1.5),
        Argument::Float(1e-20),
        write(dtype, &[tokens, count]),
    ]
}

fn backward_samples() -> Vec<Vec<Argument>> {
    vec![
        backward(F16, [3, 16, 4]),
        backward(F32, [5, 64, 1]),
        backward(Bf16, [301, 128, 8]),
    ]
}

fn fused(
    dtype: Dtype,
    shape: [i64; 2],
    [groups, kept, best, k]: [i64; 4],
    norm: bool,
    mapped: bool,
) -> Vec<Argument> {
    let most = 3;
    let numbers: Vec<f64> = (0..shape[1])
        .map(|expert| (expert % (most + 1)) as f64)
        .collect();
    let mut sample = vec![
        scores(dtype, &shape),
        strided(dtype, &shape[1..], 1),
        read(I32, &shape[1..], &numbers),
        read(I32, &[shape[1], most], &permutation(shape[1] * most)),
    ];
    sample.extend([groups, kept, best, k, 0].map(Argument::Int));
    sample.extend([
        Argument::Bool(norm),
        Argument::Float(2.5),
        Argument::Bool(mapped),
    ]);
    sample.extend([write(F32, &[shape[0], k]), write(I32, &[shape[0], k])]);
    sample
}

fn fused_samples() -> Vec<Vec<Argument>> {
    let mut without = fused(F32, [4, 24], [3, 1, 1, 8], true, false);
    (without[2], without[3]) = (Argument::Null, Argument::Null);
    vec![
        fused(F16, [3, 16], [4, 2, 2, 4], true, true),
        fused(F32, [5, 64], [8, 3, 4, 6], false, true),
        // More experts than the kept groups have: others follow, as 0.
        fused(Bf16, [300, 128], [4, 1, 3, 40], true, false),
        without,
    ]
}

pub fn on_910b() -> Vec<Elsewhere> {
    vec![
        ("aclnnMoeFusedTopk", fused_samples, moe::fused),
        ("aclnnMoeGatingTopK", older, moe::gating),
        (
            "aclnnMoeGatingTopKSoftmax",
            softmax_samples,
            moe::gating_softmax,
        ),
    ]
}

pub fn on_310p() -> Vec<Elsewhere> {
    let samples: fn() -> Vec<Vec<Argument>> = || vec![softmax(F16, &[5, 64], 6, false)];
    let zero: Bits = |arguments| {
        let mut outputs = moe::gating_softmax(arguments);
        outputs[2].fill(0);
        outputs
    };
    vec![("aclnnMoeGatingTopKSoftmax", samples, zero)]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeGatingTopKSoftmax", softmax_samples)
            .accepts(&[
                ("x", "none | 310: f16 | 910B 950: f16 f32 bf16"),
                ("finishedOptional", "bool"),
                ("yOut", "as x"),
                ("expertIdxOut", "i32"),
                ("rowIdxOut", "i32"),
            ])
            .bits(moe::gating_softmax)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[
                (
                    "dtypes x",
                    "on Ascend310P without `finishedOptional`: a test of its own",
                ),
                ("dtypes finishedOptional", "likewise"),
                ("dtypes yOut", "likewise"),
                ("dtypes expertIdxOut", "likewise"),
                ("dtypes rowIdxOut", "likewise"),
            ]),
        Row::new("aclnnMoeGatingTopKSoftmaxV2", softmax_v2_samples)
            .accepts(&[
                ("x", FLOATS),
                ("finishedOptional", "bool"),
                ("yOut", "as x"),
                ("expertIdxOut", "i32"),
                ("softmaxResultOutOptional", "f32"),
            ])
            .bits(moe::gating_softmax)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnMoeGatingTopK", top_k_samples)
            .accepts(&[
                ("x", FLOATS),
                ("biasOptional", "as x"),
                ("yOut", "as x"),
                ("expertIdxOut", "i32"),
                ("outOut", "f32"),
            ])
            .bits(moe::gating)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnMoeGatingTopKV2", top_k_v2_samples)
            .accepts(&[
                ("x", FLOATS),
                ("biasOptional", "as x"),
                ("inputIdsOptional", "i32 i64"),
                ("tid2eidOptional", "i32 i64"),
                ("yOut", "as x"),
                ("expertIdxOut", "i32"),
                ("outOut", "f32"),
            ])
            .bits(moe::gating)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnMoeGatingTopKBackward", backward_samples)
            .accepts(&[
                ("xNorm", "f32"),
                ("gradY", FLOATS),
                ("expertIdx", "i32"),
                ("out", "as gradY"),
            ])
            .bits(moe::gating_gradient)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnMoeFusedTopk", fused_samples)
            .accepts(&[
                ("x", ON_910B),
                ("addNum", "as x"),
                ("mappingNum", "i32"),
                ("mappingTable", "i32"),
                ("y", "f32"),
                ("indices", "i32"),
            ])
            .held_by("table::moe::operators_and_modes_of_910b")
            .holds(Holds(0))
            .except(&[(
                "samples",
                "not available on Ascend950, so tested on an older generation only",
            )]),
    ]
}
