//! Indexers, and attention to the keys that they list.

use hostnpu::tensor::Dtype::{self, *};

use super::super::fused_caches::indices;
use super::super::rows::{ROWS, near_1, varied};
use super::super::{Row, on_950};
use super::inference::codes;
use crate::argument::{Argument, Contents, Tensor};
use crate::number::{Number, encode};
use crate::reference::attention::sparse::{attention, indexer};
use crate::table::samples::write;

/// Layouts, extents and lengths of queries and keys.
#[derive(Clone, Copy)]
pub(super) struct Case {
    pub layouts: [&'static str; 2],
    /// Batch and rows of queries; of TND all rows.
    pub queries: [i64; 2],
    /// Batch and rows of keys, of TND all rows, of PA_BSND blocks and rows of one.
    pub keys: [i64; 2],
    lengths: [Option<&'static [i64]>; 2],
    pub mode: i64,
}

/// Rows that no sequence has, sequences without keys, more queries than keys, blocks that are not needed.
pub(super) const CASES: [Case; 5] = [
    Case {
        layouts: ["BSND", "BSND"],
        queries: [2, 3],
        keys: [2, 7],
        lengths: [None, None],
        mode: 3,
    },
    Case {
        layouts: ["TND", "TND"],
        queries: [1, 7],
        keys: [1, 14],
        lengths: [Some(&[2, 2, 6]), Some(&[6, 8, 13])],
        mode: 3,
    },
    Case {
        layouts: ["TND", "PA_BSND"],
        queries: [1, 4],
        keys: [4, 16],
        lengths: [Some(&[1, 4]), Some(&[20, 33])],
        mode: 0,
    },
    Case {
        layouts: ["BSND", "PA_BSND"],
        queries: [2, 3],
        keys: [4, 16],
        lengths: [Some(&[2, 3]), Some(&[40, 2])],
        mode: 3,
    },
    Case {
        layouts: ["BSND", "BSND"],
        queries: [2, 5],
        keys: [2, 19],
        lengths: [Some(&[5, 0]), Some(&[19, 0])],
        mode: 0,
    },
];

impl Case {
    pub fn of_tokens(&self) -> bool {
        self.layouts[0] == "TND"
    }

    pub fn of_queries(&self, more: &[i64]) -> Vec<i64> {
        [&self.queries[usize::from(self.of_tokens())..], more].concat()
    }

    pub fn of_keys(&self, more: &[i64]) -> Vec<i64> {
        let is_flat = self.layouts[1] == "TND";
        [&self.keys[usize::from(is_flat)..], more].concat()
    }

    pub fn lengths(&self) -> [Argument; 2] {
        self.lengths.map(|lengths| match lengths {
            Some(lengths) => indices(I32, &[lengths.len() as i64], lengths),
            None => Argument::Null,
        })
    }

    fn table(&self) -> Argument {
        match self.layouts[1] {
            // Numbers that no length needs may be anything.
            "PA_BSND" => match self.lengths[1] {
                Some([20, _]) => indices(I32, &[2, 3], &[3, 1, 1_000_000_000, 0, 2, 1]),
                _ => indices(I32, &[2, 3], &[3, 1, 2, 0, 1_000_000_000, -5]),
            },
            _ => Argument::Null,
        }
    }

    pub fn texts(&self) -> [Argument; 2] {
        self.layouts.map(Argument::Text)
    }
}

pub(super) const WHOLE: Argument = Argument::Int(i64::MAX);

/// Keys of which every third one is the same: equal scores.
fn repeated(dtype: Dtype, shape: &[i64]) -> Argument {
    let mut keys = varied(dtype, shape, 2);
    if let Some(tensor) = keys.tensors_mut().first_mut()
        && let Contents::Numbers(numbers) = &mut tensor.contents
    {
        numbers.truncate(128);
        let other: Vec<f64> = numbers.iter().map(|x| -x / 2.0).collect();
        numbers.extend(other.repeat(2));
    }
    keys
}

fn indexers() -> Vec<Vec<Argument>> {
    let of = |case: Case, dtype: Dtype, weights: Dtype, heads: i64, count: i64, ties: bool| {
        let values = case.layouts[1] != "PA_BSND" && count != 9;
        let keys = case.of_keys(&[1, 128]);
        let [of_queries, of_keys] = case.lengths();
        let [layout_query, layout_key] = case.texts();
        let out = case.of_queries(&[1, count]);
        vec![
            varied(dtype, &case.of_queries(&[heads, 128]), 1),
            match ties {
                true => repeated(dtype, &keys),
                false => varied(dtype, &keys, 2),
            },
            varied(weights, &case.of_queries(&[heads]), 3),
            of_queries,
            of_keys,
            case.table(),
            layout_query,
            layout_key,
            Argument::Int(count),
            Argument::Int(case.mode),
            WHOLE,
            WHOLE,
            Argument::Bool(values),
            write(I32, &out),
            match values {
                true => write(dtype, &out),
                false => Argument::Null,
            },
        ]
    };
    let mut all = vec![
        of(CASES[0], F16, F16, 8, 4, false),
        of(CASES[1], Bf16, Bf16, 16, 9, false),
        of(CASES[2], F16, F16, 24, 5, false),
        of(CASES[3], Bf16, Bf16, 8, 33, false),
        of(CASES[4], Bf16, Bf16, 8, 6, true),
        of(CASES[4], F16, F16, 64, 1, false),
    ];
    if !on_950() {
        all.extend([
            of(CASES[0], F16, F32, 3, 4, false),
            of(CASES[3], Bf16, F32, 1, 20, true),
        ]);
    }
    all
}

fn quantised() -> Vec<Vec<Argument>> {
    let of = |case: Case, [dtype, weights, scales]: [Dtype; 3], heads: i64, count: i64| {
        let [of_queries, of_keys] = case.lengths();
        let [layout_query, layout_key] = case.texts();
        vec![
            codes(dtype, &case.of_queries(&[heads, 128]), 1),
            codes(dtype, &case.of_keys(&[1, 128]), 2),
            varied(weights, &case.of_queries(&[heads]), 3),
            near_1(scales, &case.of_queries(&[heads]), 4),
            near_1(scales, &case.of_keys(&[1]), 5),
            of_queries,
            of_keys,
            case.table(),
            Argument::Int(0),
            Argument::Int(0),
            layout_query,
            layout_key,
            Argument::Int(count),
            Argument::Int(case.mode),
            WHOLE,
            WHOLE,
            write(I32, &case.of_queries(&[1, count])),
        ]
    };
    let mut all = vec![
        of(CASES[0], [I8, F16, F16], 8, 4),
        of(CASES[1], [I8, F16, F16], 16, 9),
        of(CASES[2], [I8, F16, F16], 8, 5),
        of(CASES[3], [I8, F16, F16], 8, 33),
        of(CASES[4], [I8, F16, F16], 8, 6),
    ];
    if on_950() {
        all.extend([
            of(CASES[0], [F8E4m3fn, Bf16, F32], 8, 4),
            of(CASES[2], [F8E4m3fn, F16, F16], 8, 7),
            of(CASES[3], [Hifloat8, Bf16, F32], 8, 20),
        ]);
    }
    all
}

/// Numbers of blocks in no order, ended by -1 in the middle of every third list, some of them behind all keys or of keys that are not seen.
pub(super) fn lists(case: &Case, count: i64, blocks: i64) -> Argument {
    let shape = case.of_queries(&[1, count]);
    let all = shape.iter().product::<i64>();
    let each: Vec<i64> = (0..all)
        .map(|at| match (at / count % 3, at % count) {
            (2, 2) => -1,
            (1, 1) => 2_000_000_000,
            (row, place) => (place * 3 + row + at / count) % blocks,
        })
        .collect();
    indices(I32, &shape, &each)
}

fn attentions(has_sinks: bool) -> Vec<Vec<Argument>> {
    let of = |case: Case, dtype: Dtype, heads: i64, (count, size): (i64, i64), sinks: bool| {
        let statistics = case.layouts[1] != "PA_BSND" && size == 1;
        let [of_queries, of_keys] = case.lengths();
        let [layout_query, layout_key] = case.texts();
        let keys = varied(dtype, &case.of_keys(&[1, 512]), 2);
        let out = case.of_queries(&[heads, 512]);
        let of_statistics = match case.of_tokens() {
            true => vec![1, case.queries[1], heads],
            false => vec![case.queries[0], 1, case.queries[1], heads],
        };
        let optional = |argument: Argument| if statistics { argument } else { Argument::Null };
        let mut all = vec![
            varied(dtype, &out, 1),
            keys.clone(),
            if heads == 4 { Argument::Null } else { keys },
            lists(&case, count, (case.keys[1] - 1) / size + 1),
            case.table(),
            of_queries,
            of_keys,
            varied(dtype, &case.of_queries(&[heads, 64]), 3),
            varied(dtype, &case.of_keys(&[1, 64]), 4),
            Argument::Float(0.0078125),
            Argument::Int(size),
            layout_query,
            layout_key,
            Argument::Int(case.mode),
            WHOLE,
            WHOLE,
            Argument::Int(2),
            Argument::Bool(statistics),
            write(dtype, &out),
            optional(write(F32, &of_statistics)),
            optional(write(F32, &of_statistics)),
        ];
        if has_sinks {
            all.insert(
                9,
                match sinks {
                    true => varied(F32, &[heads], 6),
                    false => Argument::Null,
                },
            );
        }
        all
    };
    let with_sinks = has_sinks && on_950();
    let mut all = vec![
        of(CASES[0], F16, 2, (4, 1), false),
        of(CASES[1], Bf16, 4, (5, 1), with_sinks),
        of(CASES[2], F16, 1, (3, 1), with_sinks),
        of(CASES[3], Bf16, 4, (6, 1), false),
        of(CASES[4], Bf16, 2, (7, 1), with_sinks),
    ];
    if !on_950() {
        all.extend([
            of(CASES[4], F16, 2, (3, 4), false),
            of(CASES[3], F16, 1, (3, 16), false),
        ]);
    }
    all
}

/// Bytes of rows of keys: codes that are no NaN, moderate numbers of the type of queries, and scales.
fn tiles([codes, second]: [Dtype; 2], shape: &[i64]) -> Argument {
    let rows = shape.iter().product::<i64>() as usize / 656;
    let number = |at: usize| (at * 73 + 31) % 239;
    let mut bytes = Vec::new();
    for row in 0..rows {
        bytes.extend((0..512).map(|at| {
            let code = number(row * 512 + at) as u8;
            match codes {
                I8 => code,
                // Neither NaN nor numbers beyond 8.
                _ => code & 0xbf | 8,
            }
        }));
        for at in 0..64 {
            let x = number(row * 64 + at) as f64 / 64.0 - 1.5;
            bytes.extend(encode(&Number::from(x), second));
        }
        for at in 0..4 {
            let scale = (1 + (row + at) % 5) as f64 / if codes == I8 { 256.0 } else { 8.0 };
            bytes.extend(encode(&Number::from(scale), F32));
        }
    }
    Argument::Tensor(Tensor::new(codes, shape, Contents::Bytes(bytes)))
}

fn attentions_to_tiles(has_sinks: bool) -> Vec<Vec<Argument>> {
    let of = |case: Case, types: [Dtype; 2], heads: i64, (count, size): (i64, i64), sinks: bool| {
        let [of_queries, of_keys] = case.lengths();
        let [layout_query, layout_key] = case.texts();
        let keys = tiles(types, &case.of_keys(&[1, 656]));
        let mut all = vec![
            varied(types[1], &case.of_queries(&[heads, 576]), 1),
            keys.clone(),
            match heads {
                4 => codes(types[0], &case.of_keys(&[1, 512]), 3),
                _ => keys,
            },
            lists(&case, count, (case.keys[1] - 1) / size + 1),
            Argument::Null,
            Argument::Null,
            case.table(),
            of_queries,
            of_keys,
        ];
        if has_sinks {
            all.push(match sinks {
                true => varied(F32, &[heads], 6),
                false => Argument::Null,
            });
        }
        all.extend([
            Argument::Float(0.0078125),
            Argument::Int(2),
            Argument::Int(2),
            Argument::Int(size),
            layout_query,
            layout_key,
            Argument::Int(case.mode),
            WHOLE,
            WHOLE,
            Argument::Int(2),
            Argument::Int(1),
            Argument::Int(128),
            Argument::Int(64),
            write(types[1], &case.of_queries(&[heads, 512])),
        ]);
        all
    };
    let with_sinks = has_sinks && on_950();
    let mut all = vec![
        of(CASES[0], [I8, F16], 2, (4, 1), false),
        of(CASES[1], [I8, Bf16], 4, (5, 1), with_sinks),
        of(CASES[2], [I8, F16], 1, (3, 1), with_sinks),
        of(CASES[3], [I8, Bf16], 4, (6, 1), false),
        of(CASES[4], [I8, Bf16], 2, (7, 1), with_sinks),
    ];
    if on_950() {
        all.extend([
            of(CASES[0], [F8E4m3fn, Bf16], 4, (4, 1), with_sinks),
            of(CASES[1], [F8E4m3fn, F16], 2, (5, 1), false),
            of(CASES[3], [Hifloat8, Bf16], 1, (2048, 1), with_sinks),
            of(CASES[0], [Hifloat8, F16], 48, (2048, 1), false),
        ]);
    } else {
        all.extend([
            of(CASES[4], [I8, F16], 2, (3, 4), false),
            of(CASES[3], [I8, F16], 1, (3, 16), false),
        ]);
    }
    all
}

type Types = &'static [(&'static str, &'static str)];

pub(super) const SHORT: &str = "none | 910B 950: f16 bf16";

/// Types where keys are rows of tiles, before others.
macro_rules! of_tiles {
    ($($more:expr),*) => {
        &[
            ("query", SHORT),
            ("key", "none | 910B: i8 | 950: i8 e4m3 hif8"),
            ("value", "as key"),
            ("sparseIndices", "i32"),
            ("keyDequantScaleOptional", "any"),
            ("valueDequantScaleOptional", "any"),
            ("blockTableOptional", "any"),
            ("actualSeqLengthsQueryOptional", "any"),
            ("actualSeqLengthsKvOptional", "any"),
            ("attentionOut", "as query"),
            $($more),*
        ]
    };
}

const OF_TILES: &str =
    "rows hold numbers of other types, and HIFLOAT8 needs lists of 2048: samples";
const OF_QUERIES: &str = "rows of keys hold numbers of that type: samples";

pub fn rows() -> Vec<Row> {
    const CODES: &str = "codes need the types of scales: each combination is a sample";
    vec![
        Row::new("aclnnLightningIndexer", indexers)
            .accepts(&[
                ("query", SHORT),
                ("key", "as query"),
                ("weights", "as query"),
                ("actualSeqLengthsQueryOptional", "any"),
                ("actualSeqLengthsKeyOptional", "any"),
                ("blockTableOptional", "any"),
                ("sparseIndicesOut", "i32"),
                ("sparseValuesOut", "as query"),
            ])
            .whole(|arguments| indexer("aclnnLightningIndexer", arguments))
            .accuracy(ROWS)
            .except(&[(
                "dtypes weights",
                "FLOAT too, but on Ascend950: a sample of other chips",
            )]),
        Row::new("aclnnQuantLightningIndexer", quantised)
            .accepts(&[
                ("query", "none | 910B: i8 | 950: i8 e4m3 hif8"),
                ("key", "as query"),
                ("weights", "none | 910B: f16 | 950: f16 bf16"),
                ("queryDequantScale", "none | 910B: f16 | 950: f16 f32"),
                ("keyDequantScale", "none | 910B: f16 | 950: f16 f32"),
                ("actualSeqLengthsQueryOptional", "any"),
                ("actualSeqLengthsKeyOptional", "any"),
                ("blockTableOptional", "any"),
                ("out", "i32"),
            ])
            .whole(|arguments| indexer("aclnnQuantLightningIndexer", arguments))
            .accuracy(ROWS)
            .except(&[
                ("dtypes query", CODES),
                ("dtypes key", CODES),
                ("dtypes weights", CODES),
                ("dtypes queryDequantScale", CODES),
                ("dtypes keyDequantScale", CODES),
            ]),
        Row::new("aclnnSparseFlashAttention", || attentions(false))
            .accepts(&[
                ("query", SHORT),
                ("key", "as query"),
                ("value", "as query"),
                ("sparseIndices", "i32"),
                ("blockTableOptional", "any"),
                ("actualSeqLengthsQueryOptional", "any"),
                ("actualSeqLengthsKvOptional", "any"),
                ("queryRopeOptional", "as query"),
                ("keyRopeOptional", "as query"),
                ("attentionOut", "as query"),
                ("softmaxMax", "f32"),
                ("softmaxSum", "f32"),
            ])
            .whole(|arguments| attention("aclnnSparseFlashAttention", arguments))
            .accuracy(ROWS),
        Row::new("aclnnSparseFlashAttentionV2", || attentions(true))
            .accepts(&[
                ("query", SHORT),
                ("key", "as query"),
                ("value", "as query"),
                ("sparseIndices", "i32"),
                ("blockTableOptional", "any"),
                ("actualSeqLengthsQueryOptional", "any"),
                ("actualSeqLengthsKvOptional", "any"),
                ("queryRopeOptional", "as query"),
                ("keyRopeOptional", "as query"),
                ("sinksOptional", "any"),
                ("attentionOut", "as query"),
                ("softmaxMax", "f32"),
                ("softmaxSum", "f32"),
            ])
            .whole(|arguments| attention("aclnnSparseFlashAttentionV2", arguments))
            .accuracy(ROWS),
        Row::new("aclnnKvQuantSparseFlashAttention", || {
            attentions_to_tiles(false)
        })
        .accepts(of_tiles!())
        .whole(|arguments| attention("aclnnKvQuantSparseFlashAttention", arguments))
        .accuracy(ROWS)
        .except(&[("dtypes key", OF_TILES), ("dtypes query", OF_QUERIES)]),
        Row::new("aclnnKvQuantSparseFlashAttentionV2", || {
            attentions_to_tiles(true)
        })
        .accepts(of_tiles!(("sinksOptional", "any")))
        .whole(|arguments| attention("aclnnKvQuantSparseFlashAttentionV2", arguments))
        .accuracy(ROWS)
        .except(&[("dtypes key", OF_TILES), ("dtypes query", OF_QUERIES)]),
    ]
}
