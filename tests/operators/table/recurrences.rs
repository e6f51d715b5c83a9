//! Delta rules and causal convolutions with states.

mod convolutions;
mod refusals;

use hostnpu::tensor::Dtype::{self, *};

use super::fused_caches::indices;
use super::rows::{ROWS, near_1, varied};
use super::samples::{read, write};
use super::{Row, entry};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::reference::recurrences as reference;

use convolutions::{conv_fn, conv_update, fused_of, masked, masked_gradient, masks};

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
