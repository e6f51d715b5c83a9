//! Calls of the gradients of permuting and back.

use crate::table::shared::moe::permute::PAIRS;
use crate::table::shared::moe::*;
use hostnpu::tensor::Dtype::*;

fn permute_gradient(dtype: Dtype, [tokens, width, top_k]: [i64; 3], rows: i64) -> Vec<Argument> {
    vec![
        strided(dtype, &[rows, width], 1),
        places(tokens * top_k),
        Argument::Int(top_k),
        Argument::Bool(false),
        write(dtype, &[tokens, width]),
    ]
}

pub fn permute_gradient_samples() -> Vec<Vec<Argument>> {
    vec![
        permute_gradient(F16, [4, 5, 3], 12),
        permute_gradient(Bf16, [6, 5, 1], 6),
        permute_gradient(F32, [301, 600, 4], 1204),
        permute_gradient(F32, [6, 5, 2], 9),
    ]
}

fn init_gradient(
    dtype: Dtype,
    [tokens, width, top_k]: [i64; 3],
    shape: &[i64],
    active: i64,
) -> Vec<Argument> {
    let choices = tokens * top_k;
    let drops = shape.len() == 3;
    let rows = if drops { shape[0] * shape[1] } else { choices };
    let numbers = permutation(choices.max(rows));
    let mut numbers = numbers[..choices as usize].to_vec();
    if drops {
        numbers
            .iter_mut()
            .step_by(3)
            .for_each(|place| *place = -1.0);
        numbers
            .iter_mut()
            .filter(|place| **place >= rows as f64)
            .for_each(|place| *place = -1.0);
    }
    vec![
        strided(dtype, shape, 1),
        read(I32, &[choices], &numbers),
        Argument::Int(top_k),
        Argument::Int(drops.into()),
        Argument::Int(active),
        write(dtype, &[tokens, width]),
    ]
}

pub fn init_gradient_samples() -> Vec<Vec<Argument>> {
    vec![
        init_gradient(F16, [4, 5, 3], &[12, 5], 0),
        init_gradient(Bf16, [4, 5, 3], &[7, 5], 7),
        init_gradient(F32, [4, 5, 3], &[5, 3, 5], 0),
        init_gradient(F32, [301, 600, 4], &[1204, 600], 0),
    ]
}

fn permute_ep_gradient(
    dtype: Dtype,
    [tokens, width, top_k]: [i64; 3],
    range: Option<[i64; 2]>,
    weights: bool,
) -> Vec<Argument> {
    let rows = range.map_or(tokens * top_k, |range| range[1] - range[0]);
    vec![
        strided(dtype, &[rows, width], 1),
        places(tokens * top_k),
        if weights {
            strided(dtype, &[rows], 5)
        } else {
            Argument::Null
        },
        Argument::Int(top_k),
        range.map_or(Argument::Null, |range| Argument::Ints(range.to_vec())),
        Argument::Bool(false),
        write(dtype, &[tokens, width]),
        if weights {
            write(dtype, &[tokens, top_k])
        } else {
            Argument::Null
        },
    ]
}

pub fn permute_ep_gradient_samples() -> Vec<Vec<Argument>> {
    vec![
        permute_ep_gradient(F16, [4, 5, 3], Some([2, 9]), true),
        permute_ep_gradient(Bf16, [4, 5, 3], Some([0, 12]), true),
        permute_ep_gradient(F32, [4, 5, 3], Some([2, 9]), false),
        permute_ep_gradient(F32, [4, 5, 3], None, true),
    ]
}

fn unpermute_gradient(
    dtype: Dtype,
    weights: Option<Dtype>,
    [tokens, width, top_k]: [i64; 3],
    rows: i64,
) -> Vec<Argument> {
    vec![
        strided(dtype, &[rows, width], 1),
        strided(dtype, &[tokens, width], 2),
        places(tokens * top_k),
        weights.map_or(Argument::Null, |weights| {
            strided(weights, &[tokens, top_k], 5)
        }),
        Argument::Bool(false),
        Argument::Null,
        write(dtype, &[rows, width]),
        write(weights.unwrap_or(dtype), &[tokens, top_k]),
    ]
}

pub fn unpermute_gradient_samples() -> Vec<Vec<Argument>> {
    let mut samples: Vec<_> = PAIRS
        .iter()
        .map(|&(dtype, weights)| unpermute_gradient(dtype, Some(weights), [4, 5, 3], 12))
        .collect();
    samples.extend([
        unpermute_gradient(F32, None, [7, 5, 1], 7),
        unpermute_gradient(F32, Some(F32), [301, 600, 4], 1204),
        unpermute_gradient(F16, Some(F32), [6, 5, 2], 9),
    ]);
    samples
}

fn unpermute_ep_gradient(
    dtype: Dtype,
    weights: Option<Dtype>,
    [tokens, width, top_k]: [i64; 3],
    range: Option<[i64; 2]>,
    rows: i64,
) -> Vec<Argument> {
    let [
        permuted,
        gradient,
        places,
        weights,
        padded,
        shape,
        output,
        slopes,
    ] = <[Argument; 8]>::try_from(unpermute_gradient(
        dtype,
        weights,
        [tokens, width, top_k],
        rows,
    ))
    .unwrap();
    let range = range.map_or(Argument::Null, |range| Argument::Ints(range.to_vec()));
    vec![
        gradient,
        places,
        permuted,
        weights,
        padded,
        shape,
        range,
        Argument::Int(top_k),
        output,
        slopes,
    ]
}

pub fn unpermute_ep_gradient_samples() -> Vec<Vec<Argument>> {
    let each = |&(dtype, weights): &(Dtype, Dtype)| {
        unpermute_ep_gradient(dtype, Some(weights), [4, 5, 3], Some([2, 9]), 12)
    };
    let mut samples: Vec<_> = PAIRS.iter().map(each).collect();
    let mut without = unpermute_ep_gradient(F32, None, [4, 5, 3], Some([2, 9]), 7);
    (without[2], without[9]) = (Argument::Null, Argument::Null);
    samples.extend([
        without,
        unpermute_ep_gradient(F32, Some(F32), [301, 600, 4], Some([100, 1100]), 1000),
        unpermute_ep_gradient(F16, Some(F32), [6, 5, 2], None, 12),
    ]);
    samples
}
