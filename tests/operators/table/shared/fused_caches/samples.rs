//! Samples of rows that are written to caches on the way.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::table::samples::{patterns, read, write};
use crate::table::shared::rows::{near_1, varied};

pub fn indices(dtype: Dtype, shape: &[i64], numbers: &[i64]) -> Argument {
    let numbers: Vec<f64> = numbers.iter().map(|&number| number as f64).collect();
    read(dtype, shape, &numbers)
}

/// Different numbers in no order, some of them -1.
fn slots(count: i64, room: i64, step: i64) -> Vec<i64> {
    let each = (0..count).map(|at| match at % 5 {
        3 => -1,
        _ => (at * step + 3) % room,
    });
    each.collect()
}

/// Scales that give numbers of all sizes, of heads and columns.
fn scale(shape: &[i64], number: i64) -> Argument {
    let count = shape.iter().product::<i64>();
    let numbers = (0..count).map(|at| 4.0 + ((at * 13 + number * 7) % 32) as f64 * 2.0);
    read(F32, shape, &numbers.collect::<Vec<_>>())
}

pub struct Kv {
    pub dtype: Dtype,
    pub caches: [Dtype; 2],
    pub mode: &'static str,
    /// Sequences, heads, tokens.
    pub extents: [i64; 3],
    /// Elements of keys and of values; of keys that are rotated, where values are a tensor of their own.
    pub widths: [i64; 2],
    pub turned: Option<i64>,
    /// True if one row of cosines serves all tokens.
    pub is_one_angle: bool,
    /// Extents of scales, and whether there are offsets.
    pub scales: usize,
    pub has_offset: bool,
    pub is_output: bool,
}

pub const PLAIN: Kv = Kv {
    dtype: F16,
    caches: [F16, F16],
    mode: "Norm",
    extents: [2, 1, 5],
    widths: [32, 64],
    turned: None,
    is_one_angle: false,
    scales: 1,
    has_offset: false,
    is_output: false,
};

pub fn kv(of: &Kv, is_v2: bool) -> Vec<Argument> {
    let [batch, heads, tokens] = of.extents;
    let [k, v] = of.widths;
    let turned = of.turned.unwrap_or(k);
    let normed = if of.turned.is_some() { k } else { v };
    let width = if of.turned.is_some() { k } else { k + v };
    let of_angles = if of.is_one_angle { 1 } else { tokens };
    let (blocks, per_block) = (5, 32);
    let is_norm = of.mode == "Norm";
    let cache = |at: usize| {
        let width = of.widths[at];
        let shape = match is_norm {
            true => [batch, heads, 11, width],
            false => [blocks, per_block, heads, width],
        };
        patterns(of.caches[at], &shape, at as u64 + 1)
    };
    let of_blocks = of.mode.contains("BLK");
    let index = match of.mode {
        "Norm" => indices(I64, &[batch, tokens], &slots(batch * tokens, 11, 3)),
        _ if of_blocks => {
            let count = batch * ((tokens + per_block - 1) / per_block);
            let each: Vec<i64> = (0..count)
                .map(|at| {
                    if at == 1 {
                        -1
                    } else {
                        (at * 2 + 1) % blocks * per_block
                    }
                })
                .collect();
            indices(I64, &[count], &each)
        }
        _ => {
            let count = batch * tokens;
            indices(I64, &[count], &slots(count, blocks * per_block, 7))
        }
    };
    let scaled = |at: usize, number: i64, is_there: bool| {
        if !is_there || of.caches[at].bits() != 8 {
            return Argument::Null;
        }
        let width = of.widths[at];
        match of.scales {
            0 => scale(&[1], number),
            1 => scale(&[width], number),
            _ => scale(&[heads, width], number),
        }
    };
    let result = |width: i64| write(of.dtype, &[batch, heads, tokens, width]);
    let mut sample = vec![
        varied(of.dtype, &[batch, heads, tokens, width], 1),
        near_1(of.dtype, &[normed], 2),
        varied(of.dtype, &[batch, heads, of_angles, turned], 3),
        varied(of.dtype, &[batch, heads, of_angles, turned], 4),
        index,
        cache(0),
        cache(1),
        scaled(0, 1, true),
        scaled(1, 2, true),
        scaled(0, 3, of.has_offset),
        scaled(1, 4, of.has_offset),
        Argument::Float(1e-5),
        Argument::Text(of.mode),
        Argument::Bool(of.is_output),
        result(k),
        result(v),
    ];
    if is_v2 {
        let values = match of.turned {
            Some(_) => varied(of.dtype, &[batch, heads, tokens, v], 5),
            None => Argument::Null,
        };
        sample.insert(11, values);
    }
    sample
}

pub const MODES: [&str; 6] = ["Norm", "PA", "PA_BNSD", "PA_NZ", "PA_BLK_BNSD", "PA_BLK_NZ"];

/// Each line of the list of types, and each mode.
fn joined() -> Vec<Kv> {
    let mut all = vec![PLAIN];
    for mode in MODES {
        let tokens = if mode.contains("BLK") { 37 } else { 9 };
        all.push(Kv {
            mode,
            extents: [2, 1, tokens],
            is_output: true,
            ..PLAIN
        });
        all.push(Kv {
            mode,
            dtype: Bf16,
            caches: [I8, I8],
            extents: [2, 1, tokens],
            is_output: true,
            has_offset: mode.len() % 2 == 0,
            ..PLAIN
        });
    }
    for dtype in [F16, Bf16] {
        all.push(Kv {
            dtype,
            caches: [dtype; 2],
            is_one_angle: true,
            ..PLAIN
        });
        for code in [I8, Hifloat8, F8E5m2, F8E4m3fn] {
            for (number, caches) in [[code, code], [dtype, code], [code, dtype]]
                .into_iter()
                .enumerate()
            {
                all.push(Kv {
                    dtype,
                    caches,
                    mode: ["PA_BNSD", "PA_NZ", "PA_BLK_NZ"][number],
                    scales: number,
                    has_offset: number == 1,
                    ..PLAIN
                });
            }
        }
    }
    // The widths of programs.
    all.push(Kv {
        mode: "PA_NZ",
        extents: [3, 1, 2],
        widths: [64, 512],
        is_output: true,
        ..PLAIN
    });
    all
}

pub fn kv_rows() -> Vec<Vec<Argument>> {
    joined().iter().map(|of| kv(of, false)).collect()
}

pub fn kv_rows_v2() -> Vec<Vec<Argument>> {
    let mut all: Vec<_> = joined().iter().take(6).map(|of| kv(of, true)).collect();
    for (number, mode) in MODES.into_iter().enumerate() {
        let tokens = if mode.contains("BLK") { 37 } else { 9 };
        let apart = Kv {
            mode,
            extents: [2, [1, 2, 4][number % 3], tokens],
            widths: [96, 64],
            turned: Some(32),
            is_output: true,
            scales: 2,
            ..PLAIN
        };
        all.push(kv(&apart, true));
        all.push(kv(
            &Kv {
                dtype: Bf16,
                caches: [I8, I8],
                has_offset: true,
                ..apart
            },
            true,
        ));
    }
    all
}

/// Type, types of caches, sequences, tokens, heads of queries and of keys, whether there are offsets, results, one row of cosines for a sequence.
type Qkv = (Dtype, [Dtype; 2], [i64; 4], bool, bool, bool);

const QKV: [Qkv; 9] = [
    (F16, [F16, F16], [2, 5, 3, 1], false, false, false),
    (Bf16, [Bf16, Bf16], [2, 5, 3, 1], false, true, true),
    (F16, [I8, I8], [2, 5, 2, 2], true, true, false),
    (Bf16, [I8, I8], [1, 9, 2, 2], false, false, false),
    (F16, [I8, F16], [2, 5, 2, 1], true, false, false),
    (Bf16, [I8, Bf16], [2, 5, 2, 1], false, false, false),
    (F16, [F16, I8], [2, 5, 2, 1], true, false, true),
    (Bf16, [Bf16, I8], [2, 5, 2, 1], false, false, false),
    (F16, [F16, I8], [2, 40, 8, 2], true, false, false),
];

pub fn qkv_rows() -> Vec<Vec<Argument>> {
    let each = QKV.iter().map(
        |&(dtype, caches, extents, has_offset, has_results, is_one_angle)| {
            let [batch, tokens, of_q, of_k] = extents;
            let (width, rows) = (64, batch * tokens);
            let all = of_q + 2 * of_k;
            let cache = |at: usize| {
                let c0 = 256 / caches[at].bits() as i64;
                patterns(caches[at], &[5, of_k * width / c0, 32, c0], at as u64)
            };
            let scaled = |at: usize, number: i64, is_there: bool| match is_there && caches[at] == I8
            {
                true => read(
                    F32,
                    &[of_k, width],
                    &(0..of_k * width)
                        .map(|k| ((k * 13 + number) % 32 + 1) as f64 / 64.0)
                        .collect::<Vec<_>>(),
                ),
                false => Argument::Null,
            };
            let of_angles = if is_one_angle { batch } else { rows };
            let result = |count: i64| match has_results {
                true => write(dtype, &[rows, count * width]),
                false => Argument::Null,
            };
            vec![
                varied(dtype, &[rows, all * width], 1),
                near_1(dtype, &[width], 2),
                near_1(dtype, &[width], 3),
                varied(dtype, &[of_angles, width], 4),
                varied(dtype, &[of_angles, width], 5),
                indices(I64, &[rows], &slots(rows, 160, 7)),
                write(dtype, &[rows, of_q * width]),
                cache(0),
                cache(1),
                scaled(0, 1, true),
                scaled(1, 2, true),
                scaled(0, 3, has_offset),
                scaled(1, 4, has_offset),
                Argument::Ints(vec![batch, tokens, all, width]),
                Argument::Ints(vec![of_q, of_k, of_k]),
                Argument::Float(1e-6),
                Argument::Text("PA_NZ"),
                result(of_q),
                result(of_k),
                result(of_k),
            ]
        },
    );
    each.collect()
}

/// Types of `x`, of cosines and of the bias, whether `x` has three dimensions, the mode, whether there are offsets, factors of tokens and results.
type Dequantised = (Dtype, Dtype, Option<Dtype>, bool, &'static str, [bool; 3]);

const DEQUANTISED: [Dequantised; 11] = [
    (F16, F16, None, true, "contiguous", [false, false, false]),
    (Bf16, Bf16, None, false, "contiguous", [true, false, true]),
    (F16, F16, Some(F32), true, "page", [true, true, true]),
    (Bf16, Bf16, Some(I32), false, "page", [false, false, false]),
    (I32, F16, Some(F16), true, "contiguous", [false, true, true]),
    (I32, F16, Some(Bf16), true, "page", [true, false, true]),
    (I32, F16, Some(I32), false, "page", [false, true, false]),
    (I32, F16, Some(F32), false, "contiguous", [true, true, true]),
    (I32, Bf16, Some(I32), true, "contiguous", [true, true, true]),
    (I32, Bf16, Some(F16), true, "page", [false, false, false]),
    (I32, Bf16, None, true, "page", [true, true, false]),
];

pub fn dequantised() -> Vec<Vec<Argument>> {
    let each = DEQUANTISED.iter().map(
        |&(dtype, of_angles, of_bias, is_long, mode, [has_offset, has_factors, is_output])| {
            let (batch, heads, of_q, width) = (4, 2, 3, 32);
            let tokens = if is_long { 3 } else { 1 };
            let columns = (of_q + 2 * heads) * width;
            let rows = batch * tokens;
            let (blocks, per_block) = (5, 9);
            let x_shape = if is_long {
                vec![batch, tokens, columns]
            } else {
                vec![batch, columns]
            };
            let x = match dtype {
                I32 => {
                    let numbers: Vec<f64> =
                        (0..257).map(|k| ((k * 7919) % 1009 - 500) as f64).collect();
                    read(I32, &x_shape, &numbers)
                }
                _ => varied(dtype, &x_shape, 1),
            };
            let angles = if is_long {
                vec![batch, tokens, 1, width]
            } else {
                vec![batch, width]
            };
            let is_page = mode == "page";
            let index = match is_page {
                true => {
                    let each: Vec<i64> = (0..rows)
                        .map(|at| (at * 7 + 2) % (blocks * per_block))
                        .collect();
                    indices(I32, &[rows], &each)
                }
                false => indices(I32, &[batch], &[0, 6, 3, 1]),
            };
            let divisors = |shape: &[i64], number: i64| {
                let count = shape.iter().product::<i64>();
                let numbers = (0..count).map(|k| ((k * 13 + number * 5) % 32 + 1) as f64 / 32.0);
                read(F32, shape, &numbers.collect::<Vec<_>>())
            };
            let result = |count: i64| match is_long {
                true => write(of_angles, &[batch, tokens, count, width]),
                false => write(of_angles, &[batch, count, width]),
            };
            vec![
                x,
                varied(of_angles, &angles, 2),
                varied(of_angles, &angles, 3),
                patterns(I8, &[blocks, per_block, heads, width], 4),
                patterns(I8, &[blocks, per_block, heads, width], 5),
                index,
                divisors(&[heads, width], 1),
                divisors(&[heads * width], 2),
                if has_offset {
                    varied(F32, &[heads, width], 6)
                } else {
                    Argument::Null
                },
                if has_offset {
                    varied(F32, &[heads, width], 7)
                } else {
                    Argument::Null
                },
                match dtype {
                    I32 => {
                        let numbers: Vec<f64> =
                            (0..columns).map(|k| ((k % 7) + 1) as f64 / 512.0).collect();
                        read(F32, &[columns], &numbers)
                    }
                    _ => Argument::Null,
                },
                if has_factors {
                    near_1(F32, &[rows], 8)
                } else {
                    Argument::Null
                },
                match of_bias {
                    Some(I32) => {
                        let numbers: Vec<f64> =
                            (0..columns).map(|k| (k * 31 % 101 - 50) as f64).collect();
                        read(I32, &[columns], &numbers)
                    }
                    Some(dtype) => varied(dtype, &[columns], 9),
                    None => Argument::Null,
                },
                Argument::Ints(vec![of_q * width, heads * width, heads * width]),
                Argument::Text("static"),
                Argument::Text("BSND"),
                Argument::Bool(is_output),
                Argument::Text(mode),
                result(of_q),
                result(heads),
                result(heads),
            ]
        },
    );
    each.collect()
}

/// Type of the tensor and of indices, shapes of tensor and updates, axis, whether indices are pairs, whether there are points.
type Updated = (
    Dtype,
    Dtype,
    &'static [i64],
    &'static [i64],
    i64,
    bool,
    bool,
);

const UPDATES: [Updated; 8] = [
    (I8, I32, &[4, 9, 32], &[3, 2, 32], -2, false, true),
    (I8, I64, &[4, 9, 32], &[3, 2, 32], 1, true, false),
    (I8, I32, &[3, 2, 7, 40], &[3, 2, 3, 40], -2, false, true),
    (I8, I64, &[3, 7, 2, 40], &[2, 3, 2, 40], 1, false, true),
    (F8E4m3fn, I32, &[3, 2, 7, 40], &[3, 2, 3, 40], 2, true, true),
    (F8E5m2, I64, &[3, 2, 7, 40], &[3, 2, 3, 40], 2, false, false),
    (
        Hifloat8,
        I32,
        &[3, 2, 7, 1500],
        &[2, 2, 3, 1500],
        -2,
        false,
        true,
    ),
    // Axes before and behind the one of places.
    (I8, I32, &[3, 2, 7, 3, 8], &[3, 2, 3, 3, 8], 2, false, true),
];

fn updates_with(is_v2: bool) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for &(dtype, of_index, to, from, axis, are_pairs, has_points) in &UPDATES {
        if !is_v2 && dtype != I8 {
            continue;
        }
        for of_updates in [F16, Bf16] {
            let width = from[from.len() - 1];
            let count = from[0];
            let index = match are_pairs {
                true => {
                    let pairs: Vec<i64> =
                        (0..count).flat_map(|k| [(k + 1) % count, k % 3]).collect();
                    indices(of_index, &[count, 2], &pairs)
                }
                false => indices(of_index, &[count], &[4, 0, 2][..count as usize]),
            };
            let numbers: Vec<f64> = (0..width).map(|k| ((k % 16) + 1) as f64 / 64.0).collect();
            let (of_scales, of_points) = match of_updates {
                F16 => (F32, I32),
                _ => (Bf16, Bf16),
            };
            let points: Vec<f64> = (0..width).map(|k| (k % 9 - 4) as f64).collect();
            let mut sample = vec![
                patterns(dtype, to, 1),
                index,
                varied(of_updates, from, 2),
                read(of_scales, &[width], &numbers),
                match has_points {
                    true => read(of_points, &[width], &points),
                    false => Argument::Null,
                },
                Argument::Int(axis),
                Argument::Int(-1),
                Argument::Int(1),
            ];
            if is_v2 {
                if dtype == Hifloat8 {
                    let mut hybrid = sample.clone();
                    hybrid.push(Argument::Text("hybrid"));
                    samples.push(hybrid);
                }
                sample.push(Argument::Text(if dtype == Hifloat8 {
                    "round"
                } else {
                    "rint"
                }));
            }
            samples.push(sample);
        }
    }
    samples
}

pub fn updates() -> Vec<Vec<Argument>> {
    updates_with(false)
}

pub fn updates_v2() -> Vec<Vec<Argument>> {
    updates_with(true)
}
