//! Delta rules and causal convolutions with states.

use hostnpu::tensor::Dtype::{self, *};

use super::fused_caches::indices;
use super::rows::{ROWS, near_1, varied};
use super::samples::{read, write};
use super::{Row, entry};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::reference::recurrences as reference;

/// Numbers between -1 and 1.
fn small(dtype: Dtype, shape: &[i64], number: i64) -> Argument {
    let of = |i: i64| ((i * 7919 + number * 331) % 1009 - 504) as f64 / 512.0;
    let count = shape.iter().product::<i64>().clamp(1, 509);
    read(dtype, shape, &(0..count).map(of).collect::<Vec<_>>())
}

/// Numbers between -1 and 0.
fn decays(dtype: Dtype, shape: &[i64], number: i64) -> Argument {
    let of = |i: i64| -((i * 37 + number * 11) % 64) as f64 / 64.0;
    let count = shape.iter().product::<i64>().clamp(1, 64);
    read(dtype, shape, &(0..count).map(of).collect::<Vec<_>>())
}

fn given(numbers: &[i64]) -> Argument {
    match numbers {
        [] => Argument::Null,
        _ => indices(I32, &[numbers.len() as i64], numbers),
    }
}

/// Type, shape of `x`, taps, lines and rows, whether there is a bias, starts, lines of sequences, modes or accepted tokens, activation.
type Case = (
    Dtype,
    &'static [i64],
    i64,
    [i64; 2],
    bool,
    [&'static [i64]; 3],
    &'static str,
);

const FN: [Case; 7] = [
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

fn conv_fn() -> Vec<Vec<Argument>> {
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

const UPDATE: [Case; 6] = [
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

fn conv_update() -> Vec<Vec<Argument>> {
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
type FusedCase = (
    Dtype,
    &'static [i64],
    i64,
    [&'static [i64]; 4],
    [&'static [i64]; 3],
    [i64; 4],
);

const FUSED: [FusedCase; 6] = [
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

fn fused_of(is_in_place: bool) -> Vec<Vec<Argument>> {
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

fn masks(shape: &[i64]) -> Argument {
    read(Bool, shape, &[1.0, 1.0, 0.0, 1.0, 0.0])
}

fn masked() -> Vec<Vec<Argument>> {
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

fn masked_gradient() -> Vec<Vec<Argument>> {
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

/// Type of states, tokens of sequences, heads of keys and values, elements of keys and values, accepted tokens, whether heads and whether keys decay.
type RuleCase = (Dtype, &'static [i64], [i64; 4], &'static [i64], [bool; 2]);

const RULES: [RuleCase; 5] = [
    (Bf16, &[2, 3], [2, 4, 8, 5], &[1, 2], [true, true]),
    (F32, &[1, 1, 4], [1, 1, 16, 40], &[1, 1, 4], [true, false]),
    (Bf16, &[3], [3, 3, 7, 9], &[], [false, true]),
    (F32, &[8], [1, 2, 33, 2], &[8], [false, false]),
    (Bf16, &[0, 2, 1], [1, 3, 4, 4], &[1, 1, 1], [true, false]),
];

fn decay(is_there: bool, shape: &[i64], seed: i64) -> Argument {
    match is_there {
        true => decays(F32, shape, seed),
        false => Argument::Null,
    }
}

fn recurrent() -> Vec<Vec<Argument>> {
    let sample = |&(state, lengths, [of_k, of_v, keys, values], accepted, [g, gk]): &RuleCase| {
        let tokens = lengths.iter().sum::<i64>();
        let places: Vec<i64> = (0..tokens)
            .map(|token| (token * 5 + 2) % (tokens + 1))
            .collect();
        vec![
            small(Bf16, &[tokens, of_k, keys], 1),
            small(Bf16, &[tokens, of_k, keys], 2),
            varied(Bf16, &[tokens, of_v, values], 3),
            near_1(Bf16, &[tokens, of_v], 4),
            varied(state, &[tokens + 1, of_v, values, keys], 5),
            given(lengths),
            given(&places),
            decay(g, &[tokens, of_v], 6),
            decay(gk, &[tokens, of_v, keys], 7),
            given(accepted),
            Argument::Float(0.375),
            write(Bf16, &[tokens, of_v, values]),
        ]
    };
    RULES.iter().map(sample).collect()
}

fn chunked() -> Vec<Vec<Argument>> {
    let sample = |&(state, lengths, [of_k, of_v, keys, values], _, [g, _]): &RuleCase| {
        let tokens = lengths.iter().sum::<i64>();
        let sequences = lengths.len() as i64;
        vec![
            small(Bf16, &[tokens, of_k, keys], 1),
            small(Bf16, &[tokens, of_k, keys], 2),
            varied(Bf16, &[tokens, of_v, values], 3),
            near_1(Bf16, &[tokens, of_v], 4),
            varied(state, &[sequences, of_v, values, keys], 5),
            given(lengths),
            decay(g, &[tokens, of_v], 6),
            Argument::Float(0.375),
            write(Bf16, &[tokens, of_v, values]),
            write(state, &[sequences, of_v, values, keys]),
        ]
    };
    RULES.iter().map(sample).collect()
}

/// Type of tokens, of gates and of beta, layout, batches, tokens, heads of keys and values, elements of keys and values, where sequences end, tokens of a chunk, whether gates are bounded and
/// computed, whether values come first, whether there are initial states and indices of chunks, whether all outputs are there.
type KdaCase = (
    [Dtype; 3],
    &'static str,
    [i64; 6],
    &'static [i64],
    i64,
    [bool; 3],
    [bool; 3],
);

const KDA: [KdaCase; 5] = [
    (
        [F16, F32, F32],
        "BSND",
        [2, 5, 1, 2, 16, 32],
        &[],
        64,
        [true, true, false],
        [true, false, true],
    ),
    (
        [Bf16, F32, Bf16],
        "TND",
        [1, 70, 1, 1, 16, 16],
        &[0, 66, 70],
        64,
        [false, true, true],
        [true, true, true],
    ),
    (
        [F16, Bf16, F32],
        "NTD",
        [1, 7, 2, 2, 32, 16],
        &[0, 3, 3, 7],
        128,
        [true, false, false],
        [false, false, true],
    ),
    (
        [Bf16, Bf16, Bf16],
        "BNSD",
        [1, 6, 1, 3, 16, 48],
        &[0, 6],
        128,
        [false, false, true],
        [false, false, false],
    ),
    (
        [F16, F32, Bf16],
        "BNSD",
        [2, 4, 2, 4, 16, 16],
        &[],
        64,
        [false, true, false],
        [true, false, false],
    ),
];

fn kda() -> Vec<Vec<Argument>> {
    let sample = |&([own, gate, beta], layout, extents, ends, chunk, flags, there): &KdaCase| {
        let [batches, tokens, of_k, of_v, keys, values] = extents;
        let ([safe, in_kernel, v_first], [initial, has_indices, all]) = (flags, there);
        let batched = layout.len() == 4;
        let by = |heads_first: bool, heads: i64, rest: &[i64]| {
            let mut shape = if batched { vec![batches] } else { vec![] };
            shape.extend(if heads_first {
                [heads, tokens]
            } else {
                [tokens, heads]
            });
            shape.extend(rest);
            shape
        };
        let turned = matches!(layout, "BNSD" | "NTD");
        let input = |heads: i64, rest: &[i64]| by(turned, heads, rest);
        let ranges: Vec<i64> = match ends {
            [] => vec![tokens; batches as usize],
            _ => ends.windows(2).map(|pair| pair[1] - pair[0]).collect(),
        };
        let sequences = ranges.len() as i64;
        let chunks = |count: &i64| (count + chunk - 1) / chunk;
        let number = match ends {
            [] => chunks(&tokens),
            _ => ranges.iter().map(chunks).sum(),
        };
        let of_chunks = ranges.iter().zip(0..);
        let of_chunks = of_chunks.flat_map(|(count, sequence)| {
            (0..chunks(count)).flat_map(move |chunk| [sequence, chunk])
        });
        let state = |first: Vec<i64>| {
            let mut shape = first;
            shape.extend(match v_first {
                true => [of_v, values, keys],
                false => [of_v, keys, values],
            });
            shape
        };
        let some =
            |argument: Argument, is_there: bool| if is_there { argument } else { Argument::Null };
        let made = |width: i64| write(own, &by(true, of_v, &[width]));
        let mut before = if batched { vec![batches] } else { vec![] };
        before.push(number);
        vec![
            small(own, &input(of_k, &[keys]), 1),
            small(own, &input(of_k, &[keys]), 2),
            varied(own, &input(of_v, &[values]), 3),
            decays(gate, &input(of_v, &[keys]), 4),
            near_1(beta, &input(of_v, &[]), 5),
            some(small(F32, &[of_v], 6), in_kernel),
            some(small(F32, &[of_v * keys], 7), in_kernel && initial),
            some(small(F32, &state(vec![sequences]), 8), initial),
            if ends.is_empty() {
                Argument::Null
            } else {
                Argument::Ints(ends.to_vec())
            },
            some(Argument::Ints(of_chunks.collect()), has_indices),
            Argument::Text(layout),
            Argument::Float(0.25),
            Argument::Int(chunk),
            Argument::Bool(safe),
            Argument::Float(-5.0),
            Argument::Bool(in_kernel),
            Argument::Bool(v_first),
            write(own, &by(false, of_v, &[values])),
            some(write(F32, &state(vec![sequences])), all),
            some(write(F32, &by(true, of_v, &[keys])), all),
            made(chunk),
            made(chunk),
            some(made(keys), all),
            some(made(values), all),
            some(made(keys), all),
            some(made(keys), all),
            some(made(values), all),
            some(write(own, &state(before)), all),
        ]
    };
    KDA.iter().map(sample).collect()
}

pub fn rows() -> Vec<Row> {
    const CONTIGUOUS: &str = "the page takes contiguous ones only";
    vec![
        Row::new("aclnnCausalConv1dFn", conv_fn)
            .accepts(&[
                ("x", "none | 950: f16 bf16"),
                ("weight", "as x"),
                ("convStatesRef", "as x"),
                ("biasOptional", "as x"),
                ("queryStartLocOptional", "i32"),
                ("cacheIndicesOptional", "i32"),
                ("initialStateModeOptional", "i32"),
                ("blockIdxFirstScheduledTokenOptional", "i32"),
                ("blockIdxLastScheduledTokenOptional", "i32"),
                ("initialStateIdxOptional", "i32"),
                ("numComputedTokensOptional", "i32"),
                ("y", "as x"),
            ])
            .whole(reference::conv_fn)
            .accuracy(ROWS),
        Row::new("aclnnCausalConv1dUpdate", conv_update)
            .accepts(&[
                ("x", "none | 950: f16 bf16"),
                ("weight", "as x"),
                ("convStatesRef", "as x"),
                ("biasOptional", "as x"),
                ("queryStartLocOptional", "i32"),
                ("cacheIndicesOptional", "i32"),
                ("numAcceptedTokensOptional", "i32"),
                ("blockIdxLastScheduledTokenOptional", "i32"),
                ("initialStateIdxOptional", "i32"),
                ("y", "as x"),
            ])
            .whole(reference::conv_update)
            .accuracy(ROWS),
        Row::new("aclnnFusedCausalConv1d", || fused_of(false))
            .accepts(&[
                ("x", "none | 950: f16 bf16"),
                ("weight", "as x"),
                ("convStates", "as x"),
                ("queryStartLoc", "i32"),
                ("cacheIndices", "i32"),
                ("initialStateMode", "any"),
                ("bias", "any"),
                ("numAcceptedTokens", "i32"),
                ("numComputedTokens", "i32"),
                ("blockIdxFirstScheduledToken", "i32"),
                ("blockIdxLastScheduledToken", "i32"),
                ("initialStateIdx", "i32"),
                ("y", "as x"),
            ])
            .whole(reference::conv_fused)
            .accuracy(ROWS),
        Row::new("aclnnInplaceFusedCausalConv1d", || fused_of(true))
            .accepts(&[
                ("x", "none | 950: f16 bf16"),
                ("weight", "as x"),
                ("convStates", "as x"),
                ("queryStartLoc", "i32"),
                ("cacheIndices", "i32"),
                ("initialStateMode", "any"),
                ("bias", "any"),
                ("numAcceptedTokens", "i32"),
                ("numComputedTokens", "i32"),
                ("blockIdxFirstScheduledToken", "i32"),
                ("blockIdxLastScheduledToken", "i32"),
                ("initialStateIdx", "i32"),
            ])
            .whole(reference::conv_in_place)
            .accuracy(ROWS),
        Row::new("aclnnMaskedCausalConv1d", masked)
            .accepts(&[
                ("x", "none | 950: f16 bf16"),
                ("weight", "as x"),
                ("maskOptional", "bool"),
                ("out", "as x"),
            ])
            .whole(reference::masked)
            .accuracy(ROWS),
        Row::new("aclnnMaskedCausalConv1dBackward", masked_gradient)
            .accepts(&[
                ("gradY", "as x"),
                ("x", "none | 950: f16 bf16"),
                ("weight", "as x"),
                ("maskOptional", "bool"),
                ("gradXOut", "as x"),
                ("gradWeightOut", "as x"),
            ])
            .whole(reference::masked_gradient)
            .accuracy(ROWS),
        Row::new("aclnnRecurrentGatedDeltaRule", recurrent)
            .accepts(&[
                ("query", "none | 910B 950: bf16"),
                ("key", "as query"),
                ("value", "as query"),
                ("beta", "as query"),
                ("stateRef", "none | 910B 950: bf16 f32"),
                ("actualSeqLengths", "i32"),
                ("ssmStateIndices", "i32"),
                ("g", "f32"),
                ("gk", "f32"),
                ("numAcceptedTokens", "i32"),
                ("out", "as query"),
            ])
            .whole(reference::recurrent)
            .accuracy(ROWS),
        Row::new("aclnnChunkGatedDeltaRule", chunked)
            .accepts(&[
                ("query", "none | 910B 950: bf16"),
                ("key", "as query"),
                ("value", "as query"),
                ("beta", "as query"),
                ("initialState", "none | 910B: bf16 | 950: bf16 f32"),
                ("actualSeqLengths", "i32"),
                ("gOptional", "f32"),
                ("out", "as query"),
                ("finalState", "as initialState"),
            ])
            .whole(reference::chunked)
            .accuracy(ROWS),
        Row::new("aclnnChunkKdaFwd", kda)
            .accepts(&[
                ("q", "none | 910B 950: f16 bf16"),
                ("k", "as q"),
                ("v", "as q"),
                ("g", "none | 910B 950: f32 bf16"),
                ("beta", "none | 910B 950: f32 bf16"),
                ("aLogOptional", "f32"),
                ("dtBiasOptional", "f32"),
                ("initialStateOptional", "f32"),
                ("attnOut", "as q"),
                ("finalStateOut", "f32"),
                ("gkOut", "f32"),
                ("aqkOut", "as q"),
                ("akkOut", "as q"),
                ("wOut", "as q"),
                ("uOut", "as q"),
                ("qgOut", "as q"),
                ("kgOut", "as q"),
                ("vNewOut", "as q"),
                ("hOut", "as q"),
            ])
            .whole(reference::kda)
            .accuracy(ROWS)
            .except(&[("strided hOut", CONTIGUOUS)]),
    ]
}

/// The message with which a changed sample is refused.
fn refused(name: &str, mut sample: Vec<Argument>, at: usize, argument: Argument) -> String {
    sample[at] = argument;
    call(entry(name), &sample).unwrap_err().message
}

#[test]
fn numbers_outside_are_errors_of_the_stream() {
    type Refused = (
        &'static str,
        fn() -> Vec<Vec<Argument>>,
        usize,
        usize,
        &'static [i64],
        &'static str,
    );
    const EACH: &[Refused] = &[
        (
            "aclnnCausalConv1dFn",
            conv_fn,
            0,
            4,
            &[0, 5, 8],
            "`queryStartLocOptional`",
        ),
        (
            "aclnnCausalConv1dFn",
            conv_fn,
            0,
            4,
            &[1, 5, 7],
            "`queryStartLocOptional`",
        ),
        (
            "aclnnCausalConv1dFn",
            conv_fn,
            0,
            4,
            &[0, 9, 7],
            "`queryStartLocOptional`",
        ),
        (
            "aclnnCausalConv1dFn",
            conv_fn,
            0,
            5,
            &[0, 3],
            "`cacheIndicesOptional`",
        ),
        (
            "aclnnCausalConv1dFn",
            conv_fn,
            0,
            5,
            &[0, -2],
            "`cacheIndicesOptional`",
        ),
        (
            "aclnnCausalConv1dUpdate",
            conv_update,
            0,
            6,
            &[6, 0],
            "`numAcceptedTokensOptional`",
        ),
        (
            "aclnnCausalConv1dUpdate",
            conv_update,
            0,
            6,
            &[-1, 0],
            "`numAcceptedTokensOptional`",
        ),
        (
            "aclnnRecurrentGatedDeltaRule",
            recurrent,
            0,
            5,
            &[2, 4],
            "`actualSeqLengths`",
        ),
        (
            "aclnnRecurrentGatedDeltaRule",
            recurrent,
            0,
            5,
            &[-1, 6],
            "`actualSeqLengths`",
        ),
        (
            "aclnnRecurrentGatedDeltaRule",
            recurrent,
            0,
            6,
            &[0, 1, 2, 6, 4],
            "`ssmStateIndices`",
        ),
        (
            "aclnnRecurrentGatedDeltaRule",
            recurrent,
            0,
            9,
            &[1, 4],
            "`numAcceptedTokens`",
        ),
        (
            "aclnnChunkGatedDeltaRule",
            chunked,
            0,
            5,
            &[5, 1],
            "`actualSeqLengths`",
        ),
    ];
    for &(name, samples, number, at, numbers, word) in EACH {
        let message = refused(name, samples().swap_remove(number), at, given(numbers));
        assert!(message.contains(word), "{name} {numbers:?}: {message}");
    }
    let fused = "aclnnFusedCausalConv1d";
    for (at, numbers) in [(10, [1, 3]), (10, [-1, 0]), (11, [3, 0])] {
        let sample = fused_of(false).swap_remove(0);
        let message = refused(fused, sample, at, given(&numbers));
        let name = entry(fused).parameters[at].name;
        assert!(message.contains(&format!("`{name}`")), "{message}");
    }
}

#[test]
fn the_reference_of_gradients_of_convolutions_is_the_derivative() {
    use super::hyper_connections::{assert_near, by_differences};
    let shape = [4, 2, 3];
    let (x, weight) = (varied(F64, &shape, 1), small(F64, &[3, 3], 2));
    let (mask, gradient) = (masks(&[2, 4]), varied(F64, &shape, 3));
    let numbers = |argument: &Argument| -> Vec<f64> {
        let floats = crate::reference::rows::floats(argument);
        floats.iter().map(|x| x.to_f64()).collect()
    };
    let forward = [x.clone(), weight.clone(), mask.clone()];
    let got = reference::masked_gradient(&Arguments::new(
        entry("aclnnMaskedCausalConv1dBackward"),
        &[gradient.clone(), x, weight, mask],
    ));
    for (at, got) in got.iter().enumerate() {
        let got: Vec<f64> = got.iter().map(|x| x.real().to_f64()).collect();
        let weights = [numbers(&gradient)];
        let wanted = by_differences(
            reference::masked,
            &Arguments::new(entry("aclnnMaskedCausalConv1dBackward"), &forward),
            &weights,
            at,
        );
        assert_near(&got, &wanted, "MaskedCausalConv1d");
    }
}
