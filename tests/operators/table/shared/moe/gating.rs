//! Samples and checks of several operators: the choice of experts.

use crate::reference::moe;
use crate::table::shared::moe::*;
use hostnpu::tensor::Dtype::*;

/// Scores without order, some of them equal.
pub fn scores(dtype: Dtype, shape: &[i64]) -> Argument {
    let numbers: Vec<f64> = (0..257)
        .map(|at| f64::from((at * 151 + at / 5 * 7) % 97) / 16.0 - 3.0)
        .collect();
    read(dtype, shape, &numbers)
}

pub fn softmax(dtype: Dtype, shape: &[i64], k: i64, finished: bool) -> Vec<Argument> {
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

pub fn softmax_samples() -> Vec<Vec<Argument>> {
    vec![
        softmax(F16, &[3, 16], 4, true),
        softmax(F32, &[2, 3, 7], 7, true),
        softmax(Bf16, &[5, 64], 1, false),
        softmax(F32, &[300, 128], 8, false),
        softmax(F16, &[4, 8], 0, false),
    ]
}

/// k, kGroup, groupCount, groupSelectMode, renorm, normType.
pub fn top_k(
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

pub fn older() -> Vec<Vec<Argument>> {
    vec![
        top_k(F16, [3, 16], true, [4, 2, 4, 1, 0, 1], true),
        top_k(F32, [5, 64], true, [6, 3, 8, 0, 0, 0], true),
        top_k(Bf16, [5, 64], false, [8, 1, 1, 0, 1, 0], false),
        top_k(F32, [300, 256], true, [8, 4, 8, 1, 0, 1], true),
        top_k(F32, [4, 12], false, [2, 12, 12, 0, 0, 1], false),
    ]
}

pub fn fused(
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

pub fn fused_samples() -> Vec<Vec<Argument>> {
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
