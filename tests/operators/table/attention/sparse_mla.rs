//! Rows of attention to the keys of a window and to compressed ones, and of its training.

mod cases;

use crate::arguments::Arguments;
use crate::table::entry;
use crate::table::rows::ROWS;
use hostnpu::tensor::Dtype::{self, *};

use super::super::fused_caches::indices;
use super::super::rows::varied;
use super::super::{Row, on_950};
use super::Types;
use super::inference::codes;
use super::pairs::computed;
use super::sparse::SHORT;
use crate::argument::{Argument, Contents, Tensor};
use crate::number::{Number, encode};
use crate::reference::attention::sparse_mla::{attention, gradients, mean, packed, plain, scaled};
use crate::table::samples::{read, write};

use cases::{CMP, Case, DENSE, Keys, LISTED, LISTED_ALONE, ORI, PAGED, TOKENS};

fn on_910b() -> Vec<Case> {
    vec![
        LISTED,
        TOKENS,
        Case {
            ori: Keys {
                used: Some(&[7, 2]),
                ..ORI
            },
            ..DENSE
        },
        PAGED,
        LISTED_ALONE,
    ]
}

fn of_950() -> Vec<Case> {
    let unbounded = [-1, -1];
    vec![
        LISTED,
        TOKENS,
        PAGED,
        DENSE,
        Case {
            window: unbounded,
            ..LISTED_ALONE
        },
        // All keys up to a query, and all compressed ones.
        Case {
            used: Some(&[3, 1]),
            ori: Keys { mask: 3, ..ORI },
            cmp: Some(Keys {
                used: Some(&[3, 1]),
                mask: 0,
                ..CMP
            }),
            ratio: 3,
            window: unbounded,
            ..DENSE
        },
        // Both listed, in blocks whose rows are no multiple of 16, without lengths.
        Case {
            layouts: ["TND", "PA_BBND"],
            queries: [1, 5],
            starts: Some(&[0, 1, 4]),
            ori: Keys {
                outer: [4, 5],
                table: Some(&[3, 1, 2, 0]),
                list: Some(4),
                mask: 0,
                ..ORI
            },
            cmp: Some(Keys {
                outer: [3, 1],
                table: Some(&[2, 0, 1, 1]),
                list: Some(3),
                mask: 0,
                ..CMP
            }),
            ratio: 2,
            window: unbounded,
            ..DENSE
        },
        Case {
            window: [2, 1],
            ..TOKENS
        },
        Case {
            window: [-1, 0],
            ..LISTED
        },
        Case {
            ori: Keys { mask: 0, ..ORI },
            window: unbounded,
            ..DENSE
        },
    ]
}

fn numbers(of: Option<&[i64]>) -> Argument {
    match of {
        Some(of) => indices(I32, &[of.len() as i64], of),
        None => Argument::Null,
    }
}

const SCALE: f64 = 0.0078125;

fn quantised() -> Vec<Vec<Argument>> {
    let each = of_950().into_iter().enumerate().map(|(number, case)| {
        let (heads, has_lse) = ([2, 1, 3][number % 3], number % 2 == 0);
        let mut all = forward(case, Bf16, heads, has_lse);
        all[0] = codes(Hifloat8, &case.of_queries(&[heads, 512]), 1);
        for (at, keys) in case.kinds().into_iter().enumerate() {
            if let Some(keys) = keys {
                all[1 + at] = codes(Hifloat8, &case.of_keys(&keys, &[1, 512]), 2 + at as u64);
            }
        }
        let scale = |number: f64| read(F32, &[1], &[number]);
        let of_compressed = match case.cmp {
            Some(_) => scale(0.03125),
            None => Argument::Null,
        };
        all.splice(3..3, [scale(0.0625), scale(0.046875), of_compressed]);
        let at = all.len() - 12;
        all.insert(at, Argument::Int(1));
        all
    });
    each.collect()
}

/// Bytes of packed rows: codes that are no NaN, moderate numbers and scales, and bytes that are not read.
fn packed_rows(shape: &[i64], is_whole: bool, seed: usize) -> Argument {
    let width = shape[shape.len() - 1] as usize;
    let rows = shape.iter().product::<i64>() as usize / width;
    let size = if is_whole { 1 } else { shape[1] as usize };
    let code = |at: usize| ((at * 73 + seed * 31) % 239) as u8;
    let small = |at: usize| encode(&Number::from(f64::from(code(at)) / 64.0 - 1.5), Bf16);
    let mut bytes = vec![0xff_u8; rows * width];
    for row in 0..rows {
        let block = row / size * size * width;
        let (scaled, plain, scales) = match is_whole {
            true => (block + 128, block, block + 576),
            false => {
                let own = block + row % size * 576;
                (own, own + 448, block + size * 576 + row % size * 8)
            }
        };
        (0..448).for_each(|at| bytes[scaled + at] = code(row * 448 + at) & 0xbf);
        for at in 0..64 {
            bytes[plain + 2 * at..][..2].copy_from_slice(&small(row * 64 + at));
        }
        for at in 0..7 {
            match is_whole {
                true => {
                    let scale = Number::from(0.25 * (1 + (row + at) % 5) as f64);
                    bytes[scales + 2 * at..][..2].copy_from_slice(&encode(&scale, Bf16));
                }
                false => bytes[scales + at] = 125 + ((row + at) % 4) as u8,
            }
        }
    }
    Argument::Tensor(Tensor::new(F8E4m3fn, shape, Contents::Bytes(bytes)))
}

fn mixed() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (number, case) in of_950().into_iter().enumerate() {
        let in_blocks = case.layouts[1] == "PA_BBND";
        for mode in if in_blocks { 1..=2 } else { 1..=1 } {
            let heads = [2, 4, 1][number % 3];
            let mut of = forward(case, Bf16, heads, number % 2 == 0);
            let width = if mode == 1 { 608 } else { 584 };
            for (at, keys) in case.kinds().into_iter().enumerate() {
                if let Some(keys) = keys {
                    let shape = case.of_keys(&keys, &[1, width]);
                    of[1 + at] = packed_rows(&shape, mode == 1, number + at);
                }
            }
            let at = of.len() - 12;
            of.splice(at..at, [Argument::Int(mode), Argument::Int(64)]);
            all.push(of);
        }
    }
    all
}

fn forward(case: Case, dtype: Dtype, heads: i64, has_lse: bool) -> Vec<Argument> {
    let queries = case.of_queries(&[heads, 512]);
    let keys = case.kinds().map(|keys| match keys {
        Some(keys) => varied(dtype, &case.of_keys(&keys, &[1, 512]), 2 + keys.outer[1]),
        None => Argument::Null,
    });
    let mut all = vec![varied(dtype, &queries, 1)];
    all.extend(keys);
    all.extend(case.places(heads));
    all.push(Argument::Float(SCALE));
    all.extend(case.modes());
    all.extend([
        Argument::Int(1),
        Argument::Bool(has_lse),
        write(dtype, &queries),
        match has_lse {
            true => write(F32, &case.of_statistics(heads)),
            false => Argument::Null,
        },
    ]);
    all
}

fn cases() -> Vec<Case> {
    if on_950() { of_950() } else { on_910b() }
}

fn forwards() -> Vec<Vec<Argument>> {
    let each = cases().into_iter().enumerate().map(|(number, case)| {
        let dtype = if number % 2 == 0 { F16 } else { Bf16 };
        forward(case, dtype, [2, 4, 1][number % 3], number % 3 != 2)
    });
    each.collect()
}

fn backwards() -> Vec<Vec<Argument>> {
    // Keys that count, and how many numbers of lists do.
    let counted = Case {
        ori: Keys {
            used: Some(&[7, 2]),
            ..ORI
        },
        cmp: Some(Keys {
            outer: [2, 4],
            list: Some(5),
            mask: 0,
            ..CMP
        }),
        ratio: 4,
        ..DENSE
    };
    let own: Vec<Case> = match on_950() {
        true => of_950()
            .into_iter()
            .filter(|case| case.layouts[1] != "PA_BBND")
            .chain([counted])
            .collect(),
        false => vec![LISTED, TOKENS, DENSE],
    };
    let each = own.into_iter().enumerate().map(|(number, case)| {
        let dtype = if number % 2 == 0 { Bf16 } else { F16 };
        let heads = [2, 1, 3][number % 3];
        let given = forward(case, dtype, heads, true);
        let known = attention(
            "aclnnSparseFlashMla",
            &Arguments::new(entry("aclnnSparseFlashMla"), &given),
            &plain,
        );
        let queries = case.of_queries(&[heads, 512]);
        let mut all = vec![
            given[0].clone(),
            varied(dtype, &queries, 5),
            computed(dtype, &queries, &known[0]),
            computed(F32, &case.of_statistics(heads), &known[1]),
            given[1].clone(),
            given[2].clone(),
        ];
        let mut places = case.places(heads);
        // There are no tables of blocks.
        places.drain(2..4);
        let has_sinks = number != 1;
        let count = places.len();
        if !has_sinks {
            places[count - 2] = Argument::Null;
        }
        if !on_950() {
            places[count - 1] = Argument::Null;
        }
        all.extend(places);
        all.push(Argument::Float(SCALE));
        all.extend(case.modes());
        all.push(write(dtype, &queries));
        all.extend(case.kinds().map(|keys| match keys {
            Some(keys) => write(dtype, &case.of_keys(&keys, &[1, 512])),
            None => Argument::Null,
        }));
        all.push(match has_sinks {
            true => write(F32, &[heads]),
            false => Argument::Null,
        });
        all.push(Argument::Null);
        all.push(match case.cmp.and_then(|keys| keys.list) {
            Some(count) => write(F32, &case.of_queries(&[1, count])),
            None => Argument::Null,
        });
        all
    });
    each.collect()
}

fn means() -> Vec<Vec<Argument>> {
    let of = |case: Case, dtype: Dtype, heads: i64| {
        let keys = case.cmp.unwrap();
        let queries = case.of_queries(&[heads, 512]);
        let columns = keys.list.unwrap_or(keys.outer[1]);
        vec![
            varied(dtype, &queries, 1),
            varied(dtype, &case.of_keys(&keys, &[1, 512]), 2),
            // Above all scores, so that no weight is large.
            read(F32, &case.of_statistics(heads), &[15.5, 16.0, 17.25]),
            case.lists(Some(keys)),
            numbers(case.starts),
            numbers(keys.starts),
            numbers(case.used),
            numbers(keys.used),
            numbers(case.residual),
            case.counts(Some(keys)),
            read(I32, &[64], &[0.0]),
            Argument::Float(SCALE),
            Argument::Int(case.ratio),
            Argument::Int(keys.mask),
            Argument::Text(case.layouts[0]),
            Argument::Text(case.layouts[1]),
            write(F32, &case.of_queries(&[1, columns])),
        ]
    };
    let all = Keys { mask: 0, ..CMP };
    let listed = Keys {
        list: Some(5),
        ..all
    };
    vec![
        of(TOKENS, F16, 2),
        of(LISTED, Bf16, 1),
        of(
            Case {
                used: Some(&[3, 1]),
                cmp: Some(all),
                ..DENSE
            },
            F16,
            3,
        ),
        of(
            Case {
                cmp: Some(listed),
                ..DENSE
            },
            Bf16,
            4,
        ),
        of(
            Case {
                cmp: Some(Keys {
                    used: Some(&[2, 0]),
                    ..listed
                }),
                ..DENSE
            },
            Bf16,
            2,
        ),
    ]
}

const ANY: &str = "any";

pub fn rows() -> Vec<Row> {
    const OF_950: &str = "none | 950: f16 bf16";
    const GIVEN: Types = &[
        ("q", SHORT),
        ("oriKvOptional", "as q"),
        ("cmpKvOptional", "as q"),
        ("oriSparseIndicesOptional", ANY),
        ("cmpSparseIndicesOptional", "i32"),
        ("oriBlockTableOptional", ANY),
        ("cmpBlockTableOptional", ANY),
        ("cuSeqlensQOptional", ANY),
        ("cuSeqlensOriKvOptional", ANY),
        ("cuSeqlensCmpKvOptional", ANY),
        ("sequsedQOptional", ANY),
        ("sequsedOriKvOptional", ANY),
        ("sequsedCmpKvOptional", ANY),
        ("cmpResidualKvOptional", "i32"),
        ("oriTopkLengthOptional", ANY),
        ("cmpTopkLengthOptional", ANY),
        ("sinksOptional", "f32"),
        ("metadataOptional", "i32"),
        ("attnOutOut", "as q"),
        ("softmaxLseOutOptional", "f32"),
    ];
    /// The types that come before and after those of lengths.
    macro_rules! quantised {
        ($($name:literal $types:literal),*) => {
            &[
                $(($name, $types),)*
                ("oriSparseIndicesOptional", ANY),
                ("cmpSparseIndicesOptional", "i32"),
                ("oriBlockTableOptional", ANY),
                ("cmpBlockTableOptional", ANY),
                ("cuSeqlensQOptional", ANY),
                ("cuSeqlensOriKvOptional", ANY),
                ("cuSeqlensCmpKvOptional", ANY),
                ("sequsedQOptional", ANY),
                ("sequsedOriKvOptional", ANY),
                ("sequsedCmpKvOptional", ANY),
                ("cmpResidualKvOptional", "i32"),
                ("oriTopkLengthOptional", ANY),
                ("cmpTopkLengthOptional", ANY),
                ("sinksOptional", "f32"),
                ("metadataOptional", "i32"),
                ("attnOutOut", "bf16"),
                ("softmaxLseOutOptional", "f32"),
            ]
        };
    }
    const HIFLOAT8: Types = quantised!("q" "none | 950: hif8", "oriKvOptional" "hif8", "cmpKvOptional" "hif8", "qDescaleOptional" "f32", "oriKvDescaleOptional" "f32", "cmpKvDescaleOptional" "f32");
    const PACKED: Types =
        quantised!("q" "none | 950: bf16", "oriKvOptional" "e4m3", "cmpKvOptional" "e4m3");
    const GRADIENT: Types = &[
        ("query", SHORT),
        ("dOut", "as query"),
        ("out", "as query"),
        ("lse", "f32"),
        ("oriKvOptional", "as query"),
        ("cmpKvOptional", "as query"),
        ("oriSparseIndicesOptional", ANY),
        ("cmpSparseIndicesOptional", "i32"),
        ("cuSeqlensQOptional", ANY),
        ("cuSeqlensOriKvOptional", ANY),
        ("cuSeqlensCmpKvOptional", ANY),
        ("sequsedQOptional", ANY),
        ("sequsedOriKvOptional", ANY),
        ("sequsedCmpKvOptional", ANY),
        ("cmpResidualKvOptional", "i32"),
        ("oriTopkLengthOptional", ANY),
        ("cmpTopkLengthOptional", ANY),
        ("sinksOptional", "f32"),
        ("metadataOptional", "i32"),
        ("dQueryOut", "as query"),
        ("dOriKvOutOptional", "as query"),
        ("dCmpKvOutOptional", "as query"),
        ("dSinksOutOptional", "f32"),
        ("oriSoftmaxL1NormOptional", ANY),
        ("cmpSoftmaxL1NormOptional", "f32"),
    ];
    vec![
        Row::new("aclnnSparseFlashMla", forwards)
            .accepts(GIVEN)
            .whole(|arguments| attention("aclnnSparseFlashMla", arguments, &plain))
            .accuracy(ROWS),
        Row::new("aclnnQuantSparseFlashMla", quantised)
            .accepts(HIFLOAT8)
            .whole(|arguments| attention("aclnnQuantSparseFlashMla", arguments, &scaled))
            .accuracy(ROWS),
        Row::new("aclnnMixedQuantSparseFlashMla", mixed)
            .accepts(PACKED)
            .whole(|arguments| attention("aclnnMixedQuantSparseFlashMla", arguments, &packed))
            .accuracy(ROWS),
        Row::new("aclnnSparseFlashMlaGrad", backwards)
            .accepts(GRADIENT)
            .whole(gradients)
            .accuracy(ROWS)
            .except(&[("dtypes metadataOptional", "null on all chips but Ascend950")]),
        Row::new("aclnnSparseFlashMlaSoftmaxL1Norm", means)
            .accepts(&[
                ("q", OF_950),
                ("k", "as q"),
                ("softmaxLse", "f32"),
                ("sparseIndicesOptional", ANY),
                ("cuSeqlensQOptional", "i32"),
                ("cuSeqlensKOptional", "i32"),
                ("sequsedQOptional", ANY),
                ("sequsedKOptional", ANY),
                ("cmpResidualKOptional", "i32"),
                ("topkLengthOptional", ANY),
                ("metadataOptional", "i32"),
                ("softmaxL1Norm", "f32"),
            ])
            .whole(mean)
            .accuracy(ROWS),
    ]
}
