//! Samples of causal convolutions with states.

use crate::table::shared::recurrences::*;

/// Type, shape of `x`, taps, lines and rows, whether there is a bias, starts, lines of sequences, modes or accepted tokens, activation.
pub type Case = (
    Dtype,
    &'static [i64],
    i64,
    [i64; 2],
    bool,
    [&'static [i64]; 3],
    &'static str,
);

pub const FN: [Case; 7] = [
    (
        F16,
        &[7, 64],
        4,
        [3, 3],
        true,
        [&[0, 5, 7], &[2, 0], &[1, 0]],
        "silu",
    ),
    (Bf16, &[2, 3, 64], 2, [4, 5], false, [&[], &[], &[]], "none"),
    (
        F16,
        &[3, 2, 80],
        3,
        [3, 4],
        true,
        [&[], &[2, -1, 1], &[1, 1, 1]],
        "silu",
    ),
    (
        Bf16,
        &[9, 144],
        4,
        [5, 6],
        true,
        [&[0, 1, 1, 9], &[4, 1, 0], &[1, 1, 1]],
        "silu",
    ),
    (
        F16,
        &[5, 64],
        2,
        [1, 1],
        false,
        [&[0, 5], &[], &[1]],
        "none",
    ),
    // One line of two sequences: the first one is done when the second one begins.
    (
        Bf16,
        &[6, 64],
        3,
        [3, 3],
        false,
        [&[0, 4, 6], &[1, 1], &[0, 1]],
        "none",
    ),
    (
        F16,
        &[1, 70, 64],
        4,
        [1, 3],
        false,
        [&[0, 70], &[], &[]],
        "",
    ),
];

pub fn conv_fn() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, x, taps, [lines, rows], bias, [starts, cache, mode], name): &Case| {
        let dim = x[x.len() - 1];
        let unused = || given(&[0, 1]);
        vec![
            varied(dtype, x, 1),
            small(dtype, &[taps, dim], 2),
            varied(dtype, &[lines, rows, dim], 3),
            if bias {
                small(dtype, &[dim], 4)
            } else {
                Argument::Null
            },
            given(starts),
            given(cache),
            given(mode),
            unused(),
            unused(),
            unused(),
            unused(),
            Argument::Text(name),
            Argument::Int(-1),
            Argument::Int(0),
            write(dtype, x),
        ]
    };
    FN.iter().map(sample).collect()
}

pub const UPDATE: [Case; 6] = [
    (
        F16,
        &[6, 64],
        4,
        [3, 6],
        true,
        [&[0, 4, 6], &[2, 0], &[3, 0]],
        "silu",
    ),
    (
        Bf16,
        &[3, 1, 64],
        2,
        [4, 3],
        false,
        [&[], &[3, -1, 0], &[]],
        "none",
    ),
    (F16, &[2, 1, 80], 4, [2, 3], true, [&[], &[], &[]], "silu"),
    (
        Bf16,
        &[2, 3, 64],
        4,
        [3, 5],
        false,
        [&[], &[2, 1], &[1, 3]],
        "none",
    ),
    (
        F16,
        &[4, 1, 144],
        3,
        [4, 2],
        true,
        [&[], &[1, 0, 3, 2], &[]],
        "silu",
    ),
    // A line that is shorter than what is kept.
    (
        Bf16,
        &[5, 64],
        4,
        [1, 4],
        false,
        [&[0, 5], &[], &[2]],
        "silu",
    ),
];

pub fn conv_update() -> Vec<Vec<Argument>> {
    let sample =
        |&(dtype, x, taps, [lines, rows], bias, [starts, cache, accepted], name): &Case| {
            let dim = x[x.len() - 1];
            vec![
                varied(dtype, x, 1),
                small(dtype, &[taps, dim], 2),
                varied(dtype, &[lines, rows, dim], 3),
                if bias {
                    small(dtype, &[dim], 4)
                } else {
                    Argument::Null
                },
                given(starts),
                given(cache),
                given(accepted),
                given(&[0, 1]),
                given(&[0, 1]),
                Argument::Text(name),
                Argument::Int(-1),
                Argument::Int(-1),
                write(dtype, x),
            ]
        };
    UPDATE.iter().map(sample).collect()
}

/// Type, shape of `x`, rows of a line, starts, lines of sequences, accepted and computed tokens, blocks (first, last, initial), numbers of `maxQueryLen`, `residualConnection`, `blockSize` and
/// `convMode`.
pub type FusedCase = (
    Dtype,
    &'static [i64],
    i64,
    [&'static [i64]; 4],
    [&'static [i64]; 3],
    [i64; 4],
);

pub const FUSED: [FusedCase; 6] = [
    // Blocks of four tokens: the second sequence ends in its third one.
    (
        F16,
        &[14, 64],
        2,
        [&[0, 4, 14], &[0, 1, 2, 3, 4, 5], &[0, 1], &[2, 1]],
        [&[0, 0], &[1, 2], &[0, 0]],
        [10, 0, 4, 0],
    ),
    (
        F16,
        &[7, 64],
        4,
        [&[0, 3, 7], &[5, 2], &[2, 0], &[3, 9]],
        [&[], &[], &[]],
        [4, 1, 0, 0],
    ),
    (
        Bf16,
        &[2, 3, 64],
        5,
        [&[], &[], &[1, 3], &[]],
        [&[], &[], &[]],
        [-1, 0, 0, 0],
    ),
    (
        F16,
        &[11, 80],
        2,
        [&[0, 9, 11], &[0, 4], &[], &[0, 5]],
        [&[], &[], &[]],
        [9, 0, 128, 0],
    ),
    (
        Bf16,
        &[8, 64],
        3,
        [&[0, 2, 5, 8], &[3, -1, 1], &[], &[0, 1, 1]],
        [&[], &[], &[]],
        [3, 1, 0, 1],
    ),
    (
        Bf16,
        &[1, 1, 144],
        3,
        [&[], &[4], &[2], &[7]],
        [&[], &[], &[]],
        [1, 1, 0, 0],
    ),
];

pub fn fused_of(is_in_place: bool) -> Vec<Vec<Argument>> {
    let sample =
        |&(dtype, x, rows, [starts, cache, accepted, computed], blocks, numbers): &FusedCase| {
            let dim = x[x.len() - 1];
            let sequences = if x.len() == 3 {
                x[0]
            } else {
                starts.len() as i64 - 1
            };
            let [most, residual, size, mode] = numbers;
            let lines = match blocks[0] {
                [] => given(cache),
                _ => indices(I32, &[sequences, cache.len() as i64 / sequences], cache),
            };
            let mut arguments = vec![
                varied(dtype, x, 1),
                small(dtype, &[3, dim], 2),
                varied(dtype, &[6, rows, dim], 3),
                given(starts),
                lines,
                Argument::Null,
                Argument::Null,
                given(accepted),
                given(computed),
                given(blocks[0]),
                given(blocks[1]),
                given(blocks[2]),
                Argument::Int(0),
                Argument::Int(-1),
                Argument::Int(0),
                Argument::Int(most),
                Argument::Int(residual),
                Argument::Int(size),
                Argument::Int(mode),
            ];
            if !is_in_place {
                arguments.push(write(dtype, x));
            }
            arguments
        };
    FUSED.iter().map(sample).collect()
}

pub fn masks(shape: &[i64]) -> Argument {
    read(Bool, shape, &[1.0, 1.0, 0.0, 1.0, 0.0])
}

pub fn masked() -> Vec<Vec<Argument>> {
    let sample = |dtype, [tokens, batches, dim]: [i64; 3], has_mask: bool| {
        vec![
            varied(dtype, &[tokens, batches, dim], 1),
            small(dtype, &[3, dim], 2),
            if has_mask {
                masks(&[batches, tokens])
            } else {
                Argument::Null
            },
            write(dtype, &[tokens, batches, dim]),
        ]
    };
    vec![
        sample(F16, [5, 2, 384], true),
        sample(Bf16, [2, 3, 448], false),
        sample(F16, [1, 1, 384], true),
    ]
}

pub fn masked_gradient() -> Vec<Vec<Argument>> {
    let of = |mut sample: Vec<Argument>, seed: i64| {
        let tensor = sample[0].tensors()[0].clone();
        let weight = sample[1].tensors()[0].clone();
        sample.insert(0, varied(tensor.dtype, &tensor.shape, seed));
        sample.push(write(weight.dtype, &weight.shape));
        sample
    };
    masked()
        .into_iter()
        .zip(5..)
        .map(|(sample, seed)| of(sample, seed))
        .collect()
}
