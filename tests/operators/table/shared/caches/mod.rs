//! Paged caches.

pub mod refusals;

use crate::argument::Argument;
use crate::table::entry;
use crate::table::samples::{patterns, read};
use crate::table::shared::rows::varied;
use hostnpu::tensor::Dtype::{self, *};

pub const ROWS: &str =
    "none | 910B: f16 bf16 i8 | 950: f32 f16 bf16 i8 u8 i16 u16 i32 u32 hif8 e5m2 e4m3 e2m1 e1m2";

pub const READ: &str =
    "none | 910B: f16 bf16 i8 | 950: f16 bf16 f32 i8 u8 i16 u16 i32 u32 hif8 e5m2 e4m3";

pub fn indices(dtype: Dtype, shape: &[i64], numbers: &[i64]) -> Argument {
    let numbers: Vec<f64> = numbers.iter().map(|&number| number as f64).collect();
    read(dtype, shape, &numbers)
}

/// Different slots in no order, some of them left out.
pub fn slots(dtype: Dtype, tokens: i64, room: i64) -> Argument {
    let each = (0..tokens).map(|token| match token % 5 {
        3 => -1 - token,
        _ => (token * 7 + 3) % room,
    });
    indices(dtype, &[tokens], &each.collect::<Vec<_>>())
}

pub struct ByRank {
    pub dtype: Dtype,
    /// The type of values, if it is another.
    pub of_values: Option<Dtype>,
    pub of_slots: Dtype,
    pub tokens: i64,
    pub heads: i64,
    /// Elements of a key and of a value; no values for 0.
    pub widths: [i64; 2],
    /// Rows of a block; there are 11 blocks.
    pub per_block: i64,
    pub modes: [Option<&'static str>; 2],
    /// Shapes of caches have pieces of heads apart.
    pub is_of_five: bool,
}

pub const PLAIN: ByRank = ByRank {
    dtype: F16,
    of_values: None,
    of_slots: I32,
    tokens: 9,
    heads: 2,
    widths: [32, 64],
    per_block: 7,
    modes: [None, None],
    is_of_five: false,
};

pub fn by_rank(of: &ByRank) -> Vec<Argument> {
    let of_values = of.of_values.unwrap_or(of.dtype);
    let cache = |dtype: Dtype, width: i64| {
        let c0 = 256 / dtype.bits() as i64;
        match of.modes {
            [Some("PA_NZ"), _] if of.is_of_five => {
                vec![11, of.heads, width / c0, of.per_block, c0]
            }
            [Some("PA_NZ"), _] => vec![11, of.heads * width / c0, of.per_block, c0],
            [_, Some("NHSD")] => vec![11, of.heads, of.per_block, width],
            _ => vec![11, of.per_block, of.heads, width],
        }
    };
    let [k, v] = of.widths;
    let text = |mode: Option<&'static str>| mode.map_or(Argument::Null, Argument::Text);
    let is_wide = of.modes[1] == Some("Nct");
    let pair = |a, b| {
        if is_wide {
            Argument::Ints(vec![a, b])
        } else {
            Argument::Null
        }
    };
    let (value, values) = match v {
        0 => (vec![0], vec![0]),
        _ => (vec![of.tokens, of.heads, v], cache(of_values, v)),
    };
    vec![
        patterns(of.dtype, &[of.tokens, of.heads, k], 1),
        patterns(of.dtype, &cache(of.dtype, k), 2),
        slots(of.of_slots, of.tokens, 11 * of.per_block),
        patterns(of_values, &value, 3),
        patterns(of_values, &values, 4),
        Argument::Null,
        Argument::Null,
        Argument::Null,
        text(of.modes[0]),
        text(of.modes[1]),
        pair(of.heads * k - 3, (of.heads * v - 5).max(1)),
        pair(2, 1),
    ]
}

/// Compressed: sequences of 5, 0 and 4 tokens, or of up to 6 tokens, of two heads.
pub fn compressed(
    dtype: Dtype,
    of_slots: Dtype,
    mode: &'static str,
    is_of_four: bool,
) -> Vec<Argument> {
    let (k, v) = (20, 12);
    let rows = |width| match is_of_four {
        true => vec![3, 6, 2, width],
        false => vec![9, 2, width],
    };
    let shape = |numbers: &[i64]| match is_of_four {
        true => indices(of_slots, &[3, 2], numbers),
        false => indices(of_slots, &[6], numbers),
    };
    let with_offset = mode == "Rope" || mode == "Omni";
    // Means of numbers near each other are exact before they are rounded.
    let numbers = |shape: &[i64], number: i64| match dtype {
        F32 | F16 | Bf16 => varied(dtype, shape, number),
        _ => patterns(dtype, shape, number as u64),
    };
    vec![
        numbers(&rows(k), 1),
        patterns(dtype, &[4, 6, 1, k], 2),
        shape(&[0, 6, 20, -1, 12, 18]),
        numbers(&rows(v), 3),
        patterns(dtype, &[4, 6, 1, v], 4),
        shape(&[3, 1, 0, 0, 2, 0]),
        match with_offset {
            true => indices(of_slots, &[6], &[1, -1, 0, 0, 2, 0]),
            false => Argument::Null,
        },
        indices(of_slots, &[3], &[5, 0, 4]),
        Argument::Text("Norm"),
        match is_of_four {
            true => Argument::Null,
            false => Argument::Text(mode),
        },
        Argument::Null,
        Argument::Null,
    ]
}

pub const TYPES: [Dtype; 14] = [
    F32, F16, Bf16, I8, U8, I16, U16, I32, U32, Hifloat8, F8E5m2, F8E4m3fn, F4E2m1, F4E1m2,
];

pub fn scatters() -> Vec<Vec<Argument>> {
    let mut samples = vec![by_rank(&PLAIN)];
    for (number, dtype) in TYPES.into_iter().enumerate() {
        let of_slots = if number % 2 == 0 { I64 } else { I32 };
        for mode in ["Norm", "PA_NZ"] {
            samples.push(by_rank(&ByRank {
                dtype,
                of_slots,
                modes: [Some(mode), Some("None")],
                widths: if dtype.bits() == 4 {
                    [64, 128]
                } else {
                    PLAIN.widths
                },
                ..PLAIN
            }));
        }
    }
    let others = [
        ByRank {
            modes: [Some("PA_NZ"), None],
            is_of_five: true,
            ..PLAIN
        },
        ByRank {
            modes: [Some("Norm"), Some("NHSD")],
            heads: 3,
            ..PLAIN
        },
        ByRank {
            modes: [None, Some("Nct")],
            dtype: Bf16,
            ..PLAIN
        },
        ByRank {
            widths: [32, 0],
            ..PLAIN
        },
        ByRank {
            widths: [32, 0],
            heads: 1,
            modes: [Some("Norm"), Some("Nct")],
            ..PLAIN
        },
        // Several parts of a row for threads.
        ByRank {
            tokens: 61,
            heads: 16,
            widths: [128, 128],
            per_block: 16,
            ..PLAIN
        },
        ByRank {
            tokens: 60,
            heads: 1,
            widths: [2048, 512],
            per_block: 16,
            dtype: F32,
            ..PLAIN
        },
    ];
    samples.extend(others.iter().map(by_rank));
    for mode in ["Alibi", "Rope", "Omni"] {
        for (dtype, of_slots) in [(F16, I32), (Bf16, I64), (I8, I32)] {
            samples.push(compressed(dtype, of_slots, mode, false));
        }
    }
    for mode in ["Alibi", "Rope"] {
        samples.push(compressed(F32, I32, mode, true));
        samples.push(compressed(F16, I64, mode, true));
    }
    // Keys and values of types of their own.
    let mut mixed = by_rank(&PLAIN);
    for at in [0, 1] {
        mixed[at].set_dtype(I8);
    }
    samples.push(mixed);
    // Bits in a cache of another type.
    let mut moved = by_rank(&ByRank {
        modes: [Some("PA_NZ"), None],
        ..PLAIN
    });
    moved[1].set_dtype(Bf16);
    samples.push(moved);
    // The page has keys and values of types of their own in blocks alone.
    for of_slots in [I32, I64] {
        for (dtype, of_values) in [(I8, I8), (I8, F16), (I8, Bf16), (F16, Bf16), (Bf16, F16)] {
            samples.push(by_rank(&ByRank {
                dtype,
                of_values: Some(of_values),
                of_slots,
                modes: [Some("PA_NZ"), None],
                ..PLAIN
            }));
        }
    }
    samples
}

pub fn scatters_of_keys() -> Vec<Vec<Argument>> {
    let keys = |sample: Vec<Argument>| {
        let kept = [0, 1, 2, 5, 6, 7].map(|at| sample[at].clone());
        let mut sample = kept.to_vec();
        sample.push(Argument::Text("Norm"));
        sample
    };
    let mut samples = vec![keys(by_rank(&PLAIN))];
    for dtype in [F32, I8, Hifloat8, F4E2m1] {
        samples.push(keys(by_rank(&ByRank {
            dtype,
            of_slots: I64,
            ..PLAIN
        })));
    }
    for (number, dtype) in TYPES.into_iter().enumerate() {
        for of_slots in [I32, I64] {
            samples.push(keys(by_rank(&ByRank {
                dtype,
                of_slots,
                ..PLAIN
            })));
        }
        // Tokens of heads apart, of the types that they have.
        if number < 9 {
            let mode = ["Rope", "Alibi"][number % 2];
            samples.push(keys(compressed(dtype, I64, mode, true)));
        }
    }
    for mode in ["Alibi", "Rope"] {
        for dtype in [F32, Bf16, U8] {
            samples.push(keys(compressed(dtype, I32, mode, true)));
        }
    }
    samples
}

/// Type of keys and values and of indices, heads, elements, rows of a block, sums, offsets, mode.
pub type Gathered = (
    [Dtype; 2],
    Dtype,
    i64,
    [i64; 2],
    i64,
    bool,
    bool,
    &'static str,
);

pub const GATHERS: [Gathered; 8] = [
    ([F16, F16], I32, 2, [8, 4], 3, false, false, "Norm"),
    ([Bf16, Bf16], I32, 2, [8, 4], 3, true, true, "Norm"),
    ([I8, I8], I32, 1, [64, 32], 3, false, true, "PA_NZ"),
    ([F16, F16], I32, 1, [64, 32], 3, true, false, "PA_NZ"),
    ([F32, F32], I64, 3, [5, 7], 3, false, true, "Norm"),
    ([F8E4m3fn, Bf16], I64, 2, [8, 4], 3, true, true, "Norm"),
    ([F8E4m3fn, F16], I64, 1, [64, 64], 3, false, false, "PA_NZ"),
    ([F16, F16], I64, 16, [128, 64], 3, false, false, "Norm"),
];

/// Each pair of types beside those of [`GATHERS`].
pub fn other_gathers() -> Vec<Gathered> {
    let alike = [
        F32, F16, Bf16, I8, U8, I16, U16, I32, U32, Hifloat8, F8E5m2, F8E4m3fn,
    ];
    let alike = alike.map(|dtype| [dtype; 2]);
    let pairs = alike.into_iter().chain([[F8E4m3fn, F16], [F8E4m3fn, Bf16]]);
    let each = pairs.flat_map(|types| {
        [I32, I64].map(|index| (types, index, 2, [8, 4], 3, true, index == I64, "Norm"))
    });
    each.collect()
}

pub fn gathers() -> Vec<Vec<Argument>> {
    let others = other_gathers();
    let each = GATHERS.iter().chain(&others).map(
        |&(types, of_index, heads, widths, per_block, sums, has_offset, mode)| {
            let is_blocked = mode == "PA_NZ";
            let cache = |at: usize| {
                let c0 = 256 / types[at].bits() as i64;
                let shape = match is_blocked {
                    true => vec![13, heads * widths[at] / c0, per_block, c0],
                    false => vec![13, per_block, heads, widths[at]],
                };
                patterns(types[at], &shape, at as u64)
            };
            let rows = |at: usize| {
                let shape = match is_blocked {
                    true => vec![20, heads * widths[at]],
                    false => vec![20, heads, widths[at]],
                };
                patterns(types[at], &shape, 5 + at as u64)
            };
            // Numbers that are not needed may be anything.
            let tables = [
                [1, 12, 0, -9],
                [99, -1, 99, 99],
                [7, 7, 7, 99],
                [3, 4, 5, 6],
            ];
            let lengths: &[i64] = if sums {
                &[0, 4, 4, 7, 17]
            } else {
                &[4, 0, 3, 10]
            };
            vec![
                cache(0),
                cache(1),
                indices(of_index, &[4, 4], tables.as_flattened()),
                indices(of_index, &[lengths.len() as i64], lengths),
                rows(0),
                rows(1),
                match has_offset {
                    true => indices(of_index, &[4], &[3, 50, 5, 0]),
                    false => Argument::Null,
                },
                Argument::Text(mode),
                Argument::Bool(sums),
            ]
        },
    );
    each.collect()
}

pub fn scatters_with_scales() -> Vec<Vec<Argument>> {
    let each = [
        (F8E5m2, I32, 3, 32),
        (F8E5m2, I64, 2, 32),
        (F8E4m3fn, I64, 1, 64),
        (F8E4m3fn, I32, 8, 128),
    ];
    let each = each.map(|(dtype, of_slots, heads, width)| {
        let (tokens, blocks, rows) = (9, 5, 7);
        // Some of them behind the cache, or negative.
        let numbers: Vec<i64> = (0..tokens).map(|token| token * 11 - 20).collect();
        vec![
            patterns(dtype, &[tokens, heads, width], 1),
            patterns(dtype, &[tokens, heads, width / 2], 2),
            patterns(dtype, &[blocks, heads, rows, width], 3),
            patterns(dtype, &[blocks, heads, rows, width / 2], 4),
            indices(of_slots, &[tokens], &numbers),
            varied(F32, &[tokens, heads], 5),
            varied(F32, &[blocks, heads, rows, 1], 6),
            Argument::Text("BNBD"),
        ]
    });
    each.into()
}

pub const WIDER: &str = "`\"Nct\"` reads memory beside the view: it has a sample";
