//! Rows in the order of experts and back, with gradients.

use super::slopes::{
    init_gradient_samples, permute_ep_gradient_samples, permute_gradient_samples,
    unpermute_ep_gradient_samples, unpermute_gradient_samples,
};
use super::*;
use crate::reference::moe;
use hostnpu::tensor::Dtype::*;

fn permute(
    dtype: Dtype,
    ids: Dtype,
    shape: &[i64],
    top_k: Option<i64>,
    kept: i64,
) -> Vec<Argument> {
    let tokens = shape[0];
    let choices = tokens * top_k.unwrap_or(1);
    let rows = match kept {
        0 => choices,
        1.. => kept.min(choices),
        _ => (choices + kept).max(0),
    };
    let of_ids = match top_k {
        Some(top_k) => vec![tokens, top_k],
        None => vec![tokens],
    };
    vec![
        strided(dtype, shape, 1),
        experts(ids, &of_ids, 9),
        Argument::Int(kept),
        Argument::Bool(false),
        write(dtype, &[&[rows], &shape[1..]].concat()),
        write(I32, &[choices]),
    ]
}

fn permute_on_910b() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for dtype in [F16, Bf16, F32] {
        for ids in [I64, I32] {
            samples.push(permute(dtype, ids, &[4, 5], Some(3), 0));
        }
    }
    samples.extend([
        permute(F16, I32, &[5, 2, 3], Some(2), 7),
        permute(Bf16, I64, &[6, 8], None, -2),
        permute(F32, I32, &[301, 40], Some(4), 1000),
        permute(F32, I32, &[3, 4], Some(2), 99),
    ]);
    samples
}

fn permute_samples() -> Vec<Vec<Argument>> {
    let mut samples = permute_on_910b();
    samples.push(permute(I8, I64, &[4, 5], Some(3), 0));
    samples.push(permute(I8, I32, &[4, 5], Some(3), 5));
    samples
}

/// The same for the second version.
fn v2_samples() -> Vec<Vec<Argument>> {
    let samples = permute_samples()
        .into_iter()
        .filter(|sample| sample[0].tensors()[0].shape.len() == 2);
    let second = samples.map(|mut sample| {
        sample.insert(4, Argument::Int(-1));
        sample.push(write(F32, &[0]));
        sample
    });
    let mut samples: Vec<_> = second.collect();
    for (mode, to, behind) in [
        (2, F8E5m2, &[2][..]),
        (3, F8E4m3fn, &[2]),
        (9, F4E2m1, &[1, 2]),
    ] {
        for dtype in [F16, Bf16] {
            let mut sample = permute(dtype, I32, &[4, 50], Some(3), 10);
            sample[4] = write(to, &[10, 50]);
            sample.insert(4, Argument::Int(mode));
            sample.push(write(F8E8m0, &[&[10], behind].concat()));
            samples.push(sample);
        }
    }
    samples
}

/// Other chips do not look at the mode.
fn v2_on_910b() -> Vec<Vec<Argument>> {
    let samples = permute_on_910b()
        .into_iter()
        .filter(|sample| sample[0].tensors()[0].shape.len() == 2);
    let second = samples.enumerate().map(|(number, mut sample)| {
        sample.insert(4, Argument::Int([-1, 2, 3, 9][number % 4]));
        sample.push(write(F32, &[0]));
        sample
    });
    second.collect()
}

fn with_ep(
    dtype: Dtype,
    ids: Dtype,
    [tokens, width, top_k]: [i64; 3],
    range: Option<[i64; 2]>,
) -> Vec<Argument> {
    let choices = tokens * top_k;
    let rows = range.map_or(choices, |range| range[1] - range[0]);
    vec![
        strided(dtype, &[tokens, width], 1),
        experts(ids, &[tokens, top_k], 9),
        strided(dtype, &[tokens, top_k], 4),
        range.map_or(Argument::Null, |range| Argument::Ints(range.to_vec())),
        Argument::Int(0),
        Argument::Bool(false),
        write(dtype, &[rows, width]),
        write(I32, &[choices]),
        write(dtype, &[rows]),
    ]
}

fn with_ep_samples() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for dtype in [F16, Bf16, F32] {
        for ids in [I64, I32] {
            samples.push(with_ep(dtype, ids, [4, 5, 3], Some([2, 9])));
        }
    }
    let mut without = with_ep(F32, I32, [4, 5, 3], Some([0, 12]));
    (without[2], without[8]) = (Argument::Null, Argument::Null);
    samples.extend([
        with_ep(F32, I32, [301, 40, 4], Some([100, 1100])),
        with_ep(F16, I32, [4, 5, 3], None),
        without,
    ]);
    samples
}

fn unpermute(
    dtype: Dtype,
    weights: Option<Dtype>,
    [tokens, width, top_k]: [i64; 3],
    rows: i64,
) -> Vec<Argument> {
    vec![
        strided(dtype, &[rows, width], 1),
        places(tokens * top_k),
        weights.map_or(Argument::Null, |weights| {
            strided(weights, &[tokens, top_k], 5)
        }),
        Argument::Bool(false),
        Argument::Null,
        write(dtype, &[tokens, width]),
    ]
}

pub const PAIRS: [(Dtype, Dtype); 9] = [
    (Bf16, Bf16),
    (Bf16, F16),
    (Bf16, F32),
    (F16, Bf16),
    (F16, F16),
    (F16, F32),
    (F32, Bf16),
    (F32, F16),
    (F32, F32),
];

fn unpermute_samples() -> Vec<Vec<Argument>> {
    let mut samples: Vec<_> = PAIRS
        .iter()
        .map(|&(dtype, weights)| unpermute(dtype, Some(weights), [4, 5, 3], 12))
        .collect();
    samples.extend([
        unpermute(F32, None, [7, 5, 1], 7),
        unpermute(F32, Some(F32), [301, 600, 4], 1204),
        unpermute(F16, Some(F32), [6, 5, 2], 9),
    ]);
    samples
}

fn unpermute_on_310p() -> Vec<Vec<Argument>> {
    let pairs = [(F16, F16), (F16, F32), (F32, F32), (F32, F16)];
    pairs
        .iter()
        .map(|&(dtype, weights)| unpermute(dtype, Some(weights), [4, 5, 3], 12))
        .collect()
}

fn unpermute_ep(
    dtype: Dtype,
    weights: Option<Dtype>,
    [tokens, width, top_k]: [i64; 3],
    range: Option<[i64; 2]>,
) -> Vec<Argument> {
    let rows = range.map_or(tokens * top_k, |range| range[1] - range[0]);
    let mut sample = unpermute(dtype, weights, [tokens, width, top_k], rows);
    let range = range.map_or(Argument::Null, |range| Argument::Ints(range.to_vec()));
    sample.splice(3..3, [Argument::Int(top_k), range]);
    sample
}

fn unpermute_ep_samples() -> Vec<Vec<Argument>> {
    let mut samples: Vec<_> = PAIRS
        .iter()
        .map(|&(dtype, weights)| unpermute_ep(dtype, Some(weights), [4, 5, 3], Some([2, 9])))
        .collect();
    samples.extend([
        unpermute_ep(F32, None, [4, 5, 3], Some([2, 9])),
        unpermute_ep(F32, Some(F32), [301, 600, 4], Some([100, 1100])),
        unpermute_ep(F16, Some(F32), [6, 5, 2], None),
    ]);
    samples
}

pub fn on_910b() -> Vec<Elsewhere> {
    vec![
        ("aclnnMoeTokenPermute", permute_on_910b, moe::permute),
        ("aclnnMoeTokenPermuteV2", v2_on_910b, moe::permute),
        ("aclnnMoeTokenPermuteWithEp", with_ep_samples, moe::permute),
        (
            "aclnnMoeTokenPermuteWithEpGrad",
            permute_ep_gradient_samples,
            moe::permute_part_gradient,
        ),
        (
            "aclnnMoeTokenUnpermuteWithEp",
            unpermute_ep_samples,
            moe::unpermute,
        ),
        (
            "aclnnMoeTokenUnpermuteWithEpGrad",
            unpermute_ep_gradient_samples,
            moe::unpermute_part_gradient,
        ),
    ]
}

pub fn on_310p() -> Vec<Elsewhere> {
    vec![("aclnnMoeTokenUnpermute", unpermute_on_310p, moe::unpermute)]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeTokenPermute", permute_samples)
            .accepts(&[
                ("tokens", "none | 910B: f16 bf16 f32 | 950: f16 bf16 f32 i8"),
                ("indices", "i32 i64"),
                ("permuteTokensOut", "as tokens"),
                ("sortedIndicesOut", "i32"),
            ])
            .bits(moe::permute)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnMoeTokenPermuteV2", v2_samples)
            .accepts(&[
                ("tokens", "none | 910B: f16 bf16 f32 | 950: f16 bf16 f32 i8"),
                ("indices", "i32 i64"),
                ("permuteTokensOut", "as tokens"),
                ("sortedIndicesOut", "i32"),
                ("expandedScaleOut", "f32 e8m0"),
            ])
            .bits(moe::permute)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[
                (
                    "dtypes expandedScaleOut",
                    "not written without quantisation",
                ),
                ("shapes expandedScaleOut", "likewise"),
            ]),
        Row::new("aclnnMoeTokenPermuteWithEp", with_ep_samples)
            .accepts(&[
                ("tokens", ON_910B),
                ("indices", "i32 i64"),
                ("probsOptional", "as tokens"),
                ("permuteTokensOut", "as tokens"),
                ("sortedIndicesOut", "i32"),
                ("permuteProbsOut", "as tokens"),
            ])
            .held_by("table::moe::operators_and_modes_of_910b")
            .holds(Holds(0))
            .except(&[(
                "samples",
                "not available on Ascend950, so tested on an older generation only",
            )]),
        Row::new("aclnnMoeTokenPermuteGrad", permute_gradient_samples)
            .accepts(&[
                ("permutedOutputGrad", FLOATS),
                ("sortedIndices", "i32"),
                ("out", "as permutedOutputGrad"),
            ])
            .bits(moe::permute_gradient)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnMoeInitRoutingV2Grad", init_gradient_samples)
            .accepts(&[
                ("gradExpandedX", FLOATS),
                ("expandedRowIdx", "i32"),
                ("out", "as gradExpandedX"),
            ])
            .bits(moe::permute_gradient)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new(
            "aclnnMoeTokenPermuteWithEpGrad",
            permute_ep_gradient_samples,
        )
        .accepts(&[
            ("permutedTokensOutputGrad", ON_910B),
            ("sortedIndices", "i32"),
            (
                "permutedProbsOutputGradOptional",
                "as permutedTokensOutputGrad",
            ),
            ("tokenGradOut", "as permutedTokensOutputGrad"),
            ("probsGradOut", "as permutedTokensOutputGrad"),
        ])
        .held_by("table::moe::operators_and_modes_of_910b")
        .holds(Holds(0))
        .except(&[(
            "samples",
            "not available on Ascend950, so tested on an older generation only",
        )]),
        Row::new("aclnnMoeTokenUnpermute", unpermute_samples)
            .accepts(&[
                ("permutedTokens", AND_310P),
                ("sortedIndices", "i32"),
                ("probsOptional", AND_310P),
                ("out", "as permutedTokens"),
            ])
            .bits(moe::unpermute)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnMoeTokenUnpermuteWithEp", unpermute_ep_samples)
            .accepts(&[
                ("permutedTokens", ON_910B),
                ("sortedIndices", "i32"),
                ("probsOptional", ON_910B),
                ("out", "as permutedTokens"),
            ])
            .held_by("table::moe::operators_and_modes_of_910b")
            .holds(Holds(0))
            .except(&[(
                "samples",
                "not available on Ascend950, so tested on an older generation only",
            )]),
        Row::new("aclnnMoeTokenUnpermuteGrad", unpermute_gradient_samples)
            .accepts(&[
                ("permutedTokens", "as unpermutedTokensGrad"),
                ("unpermutedTokensGrad", FLOATS),
                ("sortedIndices", "i32"),
                ("probsOptional", FLOATS),
                ("permutedTokensGradOut", "as unpermutedTokensGrad"),
                ("probsGradOut", "as probsOptional"),
            ])
            .bits(moe::unpermute_gradient)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new(
            "aclnnMoeTokenUnpermuteWithEpGrad",
            unpermute_ep_gradient_samples,
        )
        .accepts(&[
            ("unpermutedTokensGrad", ON_910B),
            ("sortedIndices", "i32"),
            ("permutedTokensOptional", "as unpermutedTokensGrad"),
            ("probsOptional", ON_910B),
            ("permutedTokensGradOut", "as unpermutedTokensGrad"),
            ("probsGradOut", "as probsOptional"),
        ])
        .held_by("table::moe::operators_and_modes_of_910b")
        .holds(Holds(0))
        .except(&[(
            "samples",
            "not available on Ascend950, so tested on an older generation only",
        )]),
    ]
}
