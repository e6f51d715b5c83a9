//! Samples and checks of several operators: sums of groups of tokens.

use crate::argument::Argument;
use crate::table::samples::write;
use crate::table::shared::attention::inference::codes;
use crate::table::shared::rows::near_1;
use hostnpu::tensor::Dtype::*;

pub fn queries() -> Vec<Vec<Argument>> {
    let of = |lengths: &[i64], heads: i64| {
        let ends: Vec<i64> = (0..=lengths.len())
            .map(|count| lengths[..count].iter().sum())
            .collect();
        let tokens = ends[lengths.len()];
        let blocks = lengths.iter().max().map_or(0, |most| (most + 127) / 128);
        vec![
            codes(F8E4m3fn, &[tokens, heads, 128], 1),
            Argument::Ints(lengths.to_vec()),
            Argument::Ints(ends),
            near_1(F32, &[tokens, heads], 2),
            Argument::Int(128),
            Argument::Int(16),
            write(Bf16, &[lengths.len() as i64, heads, blocks, 2048]),
        ]
    };
    vec![of(&[20, 0, 130], 2), of(&[128], 1)]
}
