//! The rows of `aclnnKvQuantSparseFlashAttention` and `aclnnKvQuantSparseFlashAttentionV2`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents, Tensor};
use crate::number::{Number, encode};
use crate::reference::attention::sparse::attention;
use crate::table::samples::write;
use crate::table::shared::attention::inference::codes;
use crate::table::shared::attention::sparse::{CASES, Case, SHORT, WHOLE, lists};
use crate::table::shared::rows::{ROWS, varied};
use crate::table::{Row, on_950};

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
    vec![
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
