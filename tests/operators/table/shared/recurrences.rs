//! Samples and checks of several operators: delta rules and causal convolutions with states.

pub mod convolutions;
pub mod refusals;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::reference::recurrences as reference;
use crate::table::entry;
use crate::table::samples::{read, write};
use crate::table::shared::fused_caches::indices;
use crate::table::shared::rows::{near_1, varied};
use convolutions::{conv_fn, conv_update, fused_of, masks};
use hostnpu::tensor::Dtype::{self, *};

/// Numbers between -1 and 1.
pub fn small(dtype: Dtype, shape: &[i64], number: i64) -> Argument {
    let of = |i: i64| ((i * 7919 + number * 331) % 1009 - 504) as f64 / 512.0;
    let count = shape.iter().product::<i64>().clamp(1, 509);
    read(dtype, shape, &(0..count).map(of).collect::<Vec<_>>())
}

/// Numbers between -1 and 0.
pub fn decays(dtype: Dtype, shape: &[i64], number: i64) -> Argument {
    let of = |i: i64| -((i * 37 + number * 11) % 64) as f64 / 64.0;
    let count = shape.iter().product::<i64>().clamp(1, 64);
    read(dtype, shape, &(0..count).map(of).collect::<Vec<_>>())
}

pub fn given(numbers: &[i64]) -> Argument {
    match numbers {
        [] => Argument::Null,
        _ => indices(I32, &[numbers.len() as i64], numbers),
    }
}

/// Type of states, tokens of sequences, heads of keys and values, elements of keys and values, accepted tokens, whether heads and whether keys decay.
pub type RuleCase = (Dtype, &'static [i64], [i64; 4], &'static [i64], [bool; 2]);

pub const RULES: [RuleCase; 5] = [
    (Bf16, &[2, 3], [2, 4, 8, 5], &[1, 2], [true, true]),
    (F32, &[1, 1, 4], [1, 1, 16, 40], &[1, 1, 4], [true, false]),
    (Bf16, &[3], [3, 3, 7, 9], &[], [false, true]),
    (F32, &[8], [1, 2, 33, 2], &[8], [false, false]),
    (Bf16, &[0, 2, 1], [1, 3, 4, 4], &[1, 1, 1], [true, false]),
];

pub fn decay(is_there: bool, shape: &[i64], seed: i64) -> Argument {
    match is_there {
        true => decays(F32, shape, seed),
        false => Argument::Null,
    }
}

pub fn recurrent() -> Vec<Vec<Argument>> {
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

pub fn chunked() -> Vec<Vec<Argument>> {
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
