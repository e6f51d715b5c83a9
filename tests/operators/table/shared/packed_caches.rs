//! Samples and checks of several operators: rows that are stored in few bits in paged caches, and heads that are written there on the way.

use crate::argument::Argument;
use crate::call::call;
use crate::table::entry;
use crate::table::samples::{patterns, read, write};
use crate::table::shared::fused_caches::indices;
use crate::table::shared::rows::{near_1, varied};
use hostnpu::tensor::Dtype::{self, *};

/// Numbers of several binades with signs, zeros and rows of them.
pub fn numbers(dtype: Dtype, shape: &[i64]) -> Argument {
    let count = shape.iter().product::<i64>();
    let width = shape[shape.len() - 1];
    let each = (0..count).map(|at| match (at / width % 4, at) {
        (2, _) => 0.0,
        (_, at) => {
            let size = f64::exp2(((at / 32 * 7) % 19 - 12) as f64);
            ((at * 7919 % 2017) - 1008) as f64 / 700.0 * size
        }
    });
    read(dtype, shape, &each.collect::<Vec<_>>())
}

pub fn slots(dtype: Dtype, shape: &[i64], room: i64) -> Argument {
    let count = shape.iter().product::<i64>();
    let each: Vec<i64> = (0..count)
        .map(|at| if at % 5 == 3 { -1 } else { (at * 7 + 3) % room })
        .collect();
    indices(dtype, shape, &each)
}

/// Type of the cache, of scales and of rows, mode, whether scales are rounded, shape of rows, more elements in the caches than are written.
pub type Indexed = (Dtype, Dtype, Dtype, i64, bool, &'static [i64], i64);

pub const INDEXED: [Indexed; 16] = [
    (F8E4m3fn, F8E8m0, F16, 0, true, &[9, 128], 0),
    (F8E4m3fn, F8E8m0, Bf16, 0, false, &[9, 96], 32),
    (F8E5m2, F8E8m0, F16, 0, false, &[9, 32], 5),
    (F8E5m2, F8E8m0, Bf16, 0, true, &[3, 3, 160], 0),
    (F8E4m3fn, F32, F16, 1, true, &[9, 128], 0),
    (F8E4m3fn, F32, Bf16, 1, false, &[9, 64], 3),
    (F8E5m2, F32, F16, 1, false, &[9, 128], 0),
    (F8E5m2, F32, Bf16, 1, true, &[9, 128], 7),
    (U8, F32, F16, 1, false, &[9, 128], 0),
    (U8, F32, Bf16, 1, true, &[9, 128], 0),
    (U8, F32, F16, 2, true, &[9, 128], 16),
    (F8E4m3fn, F32, Bf16, 2, false, &[9, 128], 0),
    (F4E2m1, F8E8m0, F16, 3, true, &[9, 128], 0),
    (F4E2m1, F8E8m0, Bf16, 3, true, &[9, 96], 4),
    (F4E1m2, F8E8m0, F16, 3, true, &[9, 32], 32),
    (F4E1m2, F8E8m0, Bf16, 3, false, &[9, 128], 0),
];

pub fn indexer() -> Vec<Vec<Argument>> {
    let each = INDEXED
        .iter()
        .map(|&(cache, scale, x, mode, rounds, shape, more)| {
            let (tokens, width) = shape.split_at(shape.len() - 1);
            let of_scales = if matches!(mode, 0 | 3) {
                width[0] / 32
            } else {
                1
            };
            vec![
                patterns(cache, &[4, 16, 1, width[0] + more], 1),
                patterns(scale, &[4, 16, 1, of_scales + more % 3], 2),
                numbers(x, shape),
                slots(I32, tokens, 64),
                Argument::Int(mode),
                Argument::Bool(rounds),
                Argument::Float(1.75),
            ]
        });
    each.collect()
}

/// Type of slots, mode, elements of a group, whether scales are rounded, elements of a row, more bytes than are written.
pub type Compressed = (Dtype, i64, i64, bool, i64, i64);

pub const COMPRESSED: [Compressed; 10] = [
    (I32, 0, 64, true, 512, 0),
    (I64, 0, 64, false, 128, 9),
    (I32, 1, 64, true, 256, 0),
    (I64, 1, 64, false, 256, 61),
    (I32, 1, 7, true, 192, 0),
    (I64, 2, 16, true, 256, 0),
    (I32, 2, 32, false, 512, 3),
    (I64, 2, 64, true, 128, 0),
    (I32, 2, 64, false, 576, 0),
    (I64, 2, 32, false, 128, 0),
];

pub fn epilog() -> Vec<Vec<Argument>> {
    let each = COMPRESSED
        .iter()
        .map(|&(index, mode, group, rounds, width, more)| {
            let rest = width - 64;
            let bytes = match mode {
                0 => (128 + rest + rest / 64 * 2 + 31) / 32 * 32,
                1 => 128 + rest + rest / 64,
                _ => (64 + rest / 2 + rest / group * 2 + 31) / 32 * 32,
            };
            vec![
                patterns(U8, &[3, 16, 1, bytes + more], 1),
                numbers(Bf16, &[11, width]),
                slots(index, &[11], 48),
                Argument::Int(group),
                Argument::Int(mode),
                Argument::Bool(rounds),
                Argument::Float(0.625),
            ]
        });
    each.collect()
}

/// Cosines and sines of 23 positions, half and half.
pub fn angles() -> Argument {
    let each = (0..23 * 128).map(|at| {
        let angle = f64::from(at / 128) * f64::exp2(-f64::from(at % 64) / 8.0);
        if at % 128 < 64 {
            angle.cos()
        } else {
            angle.sin()
        }
    });
    read(F32, &[23, 128], &each.collect::<Vec<_>>())
}

pub fn two_sources() -> Vec<Vec<Argument>> {
    let of = |und: i64, generated: i64, heads: [i64; 3], section: Argument| {
        let (tokens, all) = (und + generated, heads.iter().sum::<i64>());
        let order: Vec<i64> = (0..tokens).map(|at| (at * 5 + 2) % tokens).collect();
        let positions: Vec<i64> = (0..3 * tokens).map(|at| (at * 11 + 3) % 23).collect();
        let per_block = (tokens + 2) / 3 + 1;
        vec![
            varied(Bf16, &[und, all, 128], 1),
            near_1(Bf16, &[128], 2),
            near_1(Bf16, &[128], 3),
            angles(),
            patterns(Bf16, &[3, per_block, heads[1], 128], 5),
            patterns(Bf16, &[3, per_block, heads[2], 128], 6),
            slots(I64, &[tokens], 3 * per_block),
            indices(I64, &[3, tokens], &positions),
            varied(Bf16, &[generated, all, 128], 7),
            near_1(Bf16, &[128], 8),
            near_1(Bf16, &[128], 9),
            indices(I64, &[tokens], &order),
            Argument::Int(heads[0]),
            Argument::Int(heads[1]),
            Argument::Int(heads[2]),
            Argument::Float(1e-6),
            section,
            write(Bf16, &[tokens, heads[0], 128]),
        ]
    };
    vec![
        of(2, 2, [8, 1, 1], Argument::Null),
        of(3, 4, [8, 1, 1], Argument::Ints(vec![24, 20, 20])),
        of(4, 2, [16, 2, 2], Argument::Ints(vec![0, 7, 13])),
        of(1, 7, [16, 2, 2], Argument::Ints(vec![])),
    ]
}

pub fn with_scales() -> Vec<Vec<Argument>> {
    let of = |layouts: [&'static str; 2], is_mrope: bool, of_k: i64| {
        let (tokens, of_q) = (7, 8 * of_k);
        let all = of_q + 2 * of_k;
        let by_tokens = layouts.map(|layout| layout == "TND");
        let by_tokens = [by_tokens[0] || layouts[0].is_empty(), by_tokens[1]];
        let shape = |by_tokens: bool, heads: i64| match by_tokens {
            true => vec![tokens, heads, 128],
            false => vec![heads, tokens, 128],
        };
        let positions: Vec<i64> = (0..3 * tokens).map(|at| (at * 11 + 3) % 23).collect();
        let out = shape(by_tokens[1], of_q);
        let (of_keys, of_queries) = match is_mrope {
            true => (I8, Bf16),
            false => (F8E4m3fn, F8E4m3fn),
        };
        let given = |argument: Argument, is_there: bool| match is_there {
            true => argument,
            false => Argument::Null,
        };
        vec![
            varied(Bf16, &shape(by_tokens[0], all), 1),
            near_1(F32, &[128], 2),
            near_1(F32, &[128], 3),
            angles(),
            slots(I32, &[tokens], 30),
            patterns(of_keys, &[5, of_k, 6, 128], 5),
            patterns(F8E4m3fn, &[5, of_k, 6, 128], 6),
            patterns(F32, &[5, of_k, 6, 1], 7),
            given(indices(I32, &[4], &[0, 3, 3, 7]), !is_mrope),
            given(indices(I32, &[3], &[8, 20, 4]), !is_mrope),
            varied(Bf16, &[128, 128], 8),
            match is_mrope {
                true => near_1(F32, &[of_k, 128], 9),
                false => near_1(F32, &[of_k], 9),
            },
            given(indices(I32, &[tokens, 3], &positions), is_mrope),
            Argument::Ints(vec![of_q, of_k, of_k]),
            Argument::Text(layouts[0]),
            Argument::Text(layouts[1]),
            Argument::Float(1e-6),
            given(Argument::Ints(vec![30, 20, 14]), is_mrope),
            Argument::Text(if is_mrope {
                "NoQuant"
            } else {
                "PerTokenPerHead"
            }),
            write(of_queries, &out),
            given(write(F32, &out[..2]), !is_mrope),
        ]
    };
    vec![
        of(["TND", "TND"], false, 1),
        of(["TND", "NTD"], false, 2),
        of(["NTD", "NTD"], false, 1),
        of(["", ""], false, 1),
        of(["TND", "TND"], true, 1),
        of(["TND", "TND"], true, 2),
    ]
}

/// The message with which a changed sample is refused.
pub fn refused(name: &str, mut sample: Vec<Argument>, at: usize, argument: Argument) -> String {
    sample[at] = argument;
    call(entry(name), &sample).unwrap_err().message
}

#[test]
fn slots_positions_and_lengths_outside_are_errors_of_the_stream() {
    let slots = |room: i64| indices(I32, &[9], &[0, 1, 2, room, 4, 5, 6, 7, 8]);
    let message = refused(
        "aclnnIndexerQuantCache",
        indexer().swap_remove(0),
        3,
        slots(64),
    );
    assert!(
        message.contains("`slotMapping`") && message.contains("0 to 63"),
        "{message}"
    );
    let slots = indices(I32, &[11], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 48, 9]);
    let message = refused("aclnnKvCompressEpilog", epilog().swap_remove(0), 2, slots);
    assert!(
        message.contains("`slotMapping`") && message.contains("0 to 47"),
        "{message}"
    );
    let name = "aclnnUndGenQkvRmsNormRopeCache";
    let order = indices(I64, &[4], &[0, 1, 4, 2]);
    let message = refused(name, two_sources().swap_remove(0), 11, order);
    assert!(message.contains("`catIndicesOptional`"), "{message}");
    let positions = indices(I64, &[3, 4], &[0, 1, 23, 2]);
    let message = refused(name, two_sources().swap_remove(0), 7, positions);
    assert!(message.contains("`positions`"), "{message}");
    let name = "aclnnQkvRmsNormRopeCacheWithKScale";
    for (at, numbers, word) in [
        (8, &[1, 3, 3, 7][..], "`queryStartLocOptional`"),
        (8, &[0, 4, 3, 7], "`queryStartLocOptional`"),
        (8, &[0, 3, 3, 6], "`queryStartLocOptional`"),
        (8, &[0, 3, 3, 9], "`queryStartLocOptional`"),
        (9, &[2, 20, 4], "`seqLensOptional`"),
        (9, &[8, 24, 4], "`seqLensOptional`"),
    ] {
        let argument = indices(I32, &[numbers.len() as i64], numbers);
        let message = refused(name, with_scales().swap_remove(0), at, argument);
        assert!(message.contains(word), "{numbers:?}: {message}");
    }
}
