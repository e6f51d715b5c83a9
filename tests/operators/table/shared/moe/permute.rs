//! Samples and checks of several operators: rows in the order of experts and back, with gradients.

use crate::reference::moe;
use crate::table::shared::moe::slopes::{
    permute_ep_gradient_samples, unpermute_ep_gradient_samples,
};
use crate::table::shared::moe::*;
use hostnpu::tensor::Dtype::*;

pub fn permute(
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

pub fn permute_on_910b() -> Vec<Vec<Argument>> {
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

/// Other chips do not look at the mode.
pub fn v2_on_910b() -> Vec<Vec<Argument>> {
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

pub fn with_ep(
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

pub fn with_ep_samples() -> Vec<Vec<Argument>> {
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

pub fn unpermute(
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

pub fn unpermute_on_310p() -> Vec<Vec<Argument>> {
    let pairs = [(F16, F16), (F16, F32), (F32, F32), (F32, F16)];
    pairs
        .iter()
        .map(|&(dtype, weights)| unpermute(dtype, Some(weights), [4, 5, 3], 12))
        .collect()
}

pub fn unpermute_ep(
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

pub fn unpermute_ep_samples() -> Vec<Vec<Argument>> {
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
