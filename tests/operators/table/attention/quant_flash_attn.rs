//! Rows of attention of codes with scales, of sequences whose lengths tensors say.

use crate::table::shared::rows::ROWS;
use hostnpu::tensor::Dtype::*;

use crate::argument::{Argument, Contents, Tensor};
use crate::reference::attention::flash_attn::quantised;
use crate::table::Row;
use crate::table::samples::{read, write};
use crate::table::shared::attention::inference::codes;
use crate::table::shared::fused_caches::indices;
use crate::table::shared::rows::near_1;

type Numbers = Option<&'static [i64]>;

/// Mode, layouts of queries, their scales and keys, shapes of all six, places and lengths of both, table of blocks for two sequences, mode, and whether there are logarithms.
struct Case {
    mode: i64,
    layouts: [&'static str; 3],
    shapes: [&'static [i64]; 5],
    starts: [Numbers; 2],
    used: [Numbers; 2],
    table: Numbers,
    mask: i64,
    lse: bool,
}

/// Three sequences: of 2, 0 and 4 queries, and 70, 3 and 40 keys.
const TOKENS: Case = Case {
    mode: 1,
    layouts: ["TND", "TND", "TND"],
    shapes: [
        &[7, 4, 64],
        &[115, 2, 64],
        &[7, 4, 1, 2],
        &[115, 2, 1, 2],
        &[4, 2, 64, 2],
    ],
    starts: [Some(&[0, 2, 2, 6]), Some(&[0, 70, 73, 113])],
    used: [None; 2],
    table: None,
    mask: 0,
    lse: true,
};

fn cases() -> Vec<Case> {
    let table: Numbers = Some(&[3, 1, 0, 2, 1_000_000_000, -5]);
    let used: [Numbers; 2] = [None, Some(&[100, 3])];
    let starts: [Numbers; 2] = [Some(&[0, 1, 5]), None];
    vec![
        Case { mask: 3, ..TOKENS },
        Case {
            layouts: ["TND", "N2TGD", "PA_BNBD"],
            shapes: [
                &[6, 4, 72],
                &[4, 2, 64, 72],
                &[2, 6, 2, 2, 2],
                &[4, 2, 64, 2, 2],
                &[4, 2, 1, 72, 2],
            ],
            starts,
            used,
            table,
            mask: 3,
            ..TOKENS
        },
        Case {
            mode: 6,
            layouts: ["NTD", "NT", "PA_BNBD"],
            shapes: [&[2, 6, 64], &[4, 1, 128, 64], &[2, 6], &[4, 1, 128], &[1]],
            starts,
            used: [Some(&[1, 3]), Some(&[130, 3])],
            table,
            mask: 3,
            ..TOKENS
        },
        Case {
            layouts: ["TND", "TND", "PA_NZ"],
            shapes: [
                &[6, 2, 128],
                &[4, 2, 4, 64, 32],
                &[6, 2, 2, 2],
                &[4, 2, 4, 2, 16, 2],
                &[4, 2, 8, 1, 16, 2],
            ],
            starts,
            used,
            table,
            lse: false,
            ..TOKENS
        },
        Case {
            layouts: ["TND", "TND", "PA_BBND"],
            shapes: [
                &[6, 2, 64],
                &[4, 128, 2, 64],
                &[6, 2, 1, 2],
                &[4, 128, 2, 1, 2],
                &[4, 2, 2, 64, 2],
            ],
            starts,
            used: [None, Some(&[150, 0])],
            table,
            ..TOKENS
        },
        Case {
            layouts: ["TND", "N2TGD", "TND"],
            shapes: [
                &[7, 4, 64],
                &[115, 2, 64],
                &[2, 7, 2, 1, 2],
                &[115, 2, 1, 2],
                &[5, 2, 64, 2],
            ],
            used: [Some(&[1, 0, 4]), Some(&[65, 3, 33])],
            ..TOKENS
        },
    ]
}

fn samples() -> Vec<Vec<Argument>> {
    let numbers = |of: Numbers| match of {
        Some(of) => indices(I32, &[of.len() as i64], of),
        None => Argument::Null,
    };
    let each = cases().into_iter().enumerate().map(|(number, case)| {
        let [query, key, scales @ ..] = case.shapes;
        let scale = |shape: &[i64], seed: usize| match case.mode {
            6 => near_1(F32, shape, seed as i64),
            _ => {
                let bytes = (0..11).map(|at| 121 + ((at * 5 + seed) % 7) as u8);
                let bytes = Contents::Bytes(bytes.collect());
                Argument::Tensor(Tensor::new(F8E8m0, shape, bytes))
            }
        };
        let [rows, heads] = match case.layouts[0] {
            "NTD" => [query[1], query[0]],
            _ => [query[0], query[1]],
        };
        vec![
            codes(F8E4m3fn, query, 1),
            codes(F8E4m3fn, key, 2),
            codes(F8E4m3fn, key, 3),
            scale(scales[0], 0),
            scale(scales[1], 1),
            scale(scales[2], 2),
            match case.table {
                Some(table) => indices(I32, &[2, 3], table),
                None => Argument::Null,
            },
            match number {
                0 => read(F32, &[1], &[0.5]),
                _ => Argument::Null,
            },
            numbers(case.starts[0]),
            numbers(case.starts[1]),
            numbers(case.used[0]),
            numbers(case.used[1]),
            Argument::Null,
            match case.mask {
                0 => Argument::Null,
                _ => read(I8, &[2048, 2048], &[1.0]),
            },
            read(I32, &[1024], &[0.0]),
            Argument::Int(case.mode),
            Argument::Float(0.0078125),
            Argument::Int(case.mask),
            Argument::Int(-1),
            Argument::Int(-1),
            Argument::Int(9),
            Argument::Int(-1),
            Argument::Text(case.layouts[0]),
            Argument::Text(case.layouts[1]),
            Argument::Text(case.layouts[2]),
            Argument::Text("TND"),
            Argument::Bool(case.lse),
            write(Bf16, &[rows, heads, query[2]]),
            match case.lse {
                true => write(F32, &[heads, rows]),
                false => Argument::Null,
            },
        ]
    });
    each.collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantFlashAttn", samples)
            .accepts(&[
                ("q", "none | 950: e4m3"),
                ("k", "as q"),
                ("v", "as q"),
                ("qDescale", "none | 950: e8m0 f32"),
                ("kDescale", "none | 950: e8m0 f32"),
                ("vDescale", "none | 950: e8m0 f32"),
                ("blockTableOptional", "any"),
                ("pScaleOptional", "none | 950: f32"),
                ("cuSeqlensQOptional", "i32"),
                ("cuSeqlensKvOptional", "i32"),
                ("sequsedQOptional", "any"),
                ("sequsedKvOptional", "any"),
                ("sinksOptional", "any"),
                ("attnMaskOptional", "i8"),
                ("metadataOptional", "i32"),
                ("attnOut", "none | 950: bf16"),
                ("softmaxLseOptional", "f32"),
            ])
            .whole(quantised)
            .accuracy(ROWS)
            .except(&[
                ("dtypes qDescale", "goes with `quantMode`: both are samples"),
                ("dtypes kDescale", "goes with `quantMode`: both are samples"),
                ("dtypes vDescale", "goes with `quantMode`: both are samples"),
            ]),
    ]
}
