//! Rows of attention of sequences whose lengths tensors say.

use crate::table::shared::rows::ROWS;
use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::attention::flash_attn::attention;
use crate::table::Row;
use crate::table::samples::{read, write};
use crate::table::shared::fused_caches::indices;
use crate::table::shared::rows::varied;

type Numbers = Option<&'static [i64]>;

/// Layouts, shapes of queries and keys, places and lengths of both, table of blocks for two sequences, mode, window, and whether there are logarithms.
struct Case {
    layouts: [&'static str; 3],
    shapes: [&'static [i64]; 2],
    starts: [Numbers; 2],
    used: [Numbers; 2],
    table: Numbers,
    mode: i64,
    window: [i64; 2],
    lse: bool,
}

const DENSE: Case = Case {
    layouts: ["BSND"; 3],
    shapes: [&[2, 3, 4, 64], &[2, 7, 2, 64]],
    starts: [None; 2],
    used: [None; 2],
    table: None,
    mode: 0,
    window: [-1; 2],
    lse: true,
};

fn cases() -> Vec<Case> {
    let table: Numbers = Some(&[3, 1, 2, 0, 1_000_000_000, -5]);
    vec![
        Case {
            used: [Some(&[3, 2]), Some(&[2, 7])],
            mode: 3,
            ..DENSE
        },
        Case {
            layouts: ["BNSD", "BNSD", "BSND"],
            shapes: [&[2, 4, 3, 64], &[2, 1, 5, 64]],
            mode: 4,
            window: [1, 0],
            ..DENSE
        },
        Case {
            layouts: ["TND"; 3],
            shapes: [&[7, 2, 64], &[14, 2, 64]],
            starts: [Some(&[0, 2, 2, 6]), Some(&[0, 6, 8, 13])],
            mode: 4,
            window: [-1, 2],
            ..DENSE
        },
        Case {
            layouts: ["TND", "PA_BBND", "TND"],
            shapes: [&[6, 4, 64], &[4, 16, 2, 64]],
            starts: [Some(&[0, 1, 5]), None],
            used: [None, Some(&[40, 3])],
            table,
            mode: 3,
            ..DENSE
        },
        Case {
            layouts: ["BSND", "PA_BNBD", "BSND"],
            shapes: [&[2, 2, 2, 128], &[4, 1, 16, 128]],
            used: [Some(&[1, 2]), Some(&[33, 0])],
            table,
            lse: false,
            ..DENSE
        },
        Case {
            layouts: ["BNSD", "PA_NZ", "BNSD"],
            shapes: [&[2, 2, 2, 64], &[4, 2, 4, 16, 16]],
            used: [None, Some(&[48, 1])],
            table,
            mode: 3,
            ..DENSE
        },
        DENSE,
    ]
}

fn samples() -> Vec<Vec<Argument>> {
    let numbers = |of: Numbers| match of {
        Some(of) => indices(I32, &[of.len() as i64], of),
        None => Argument::Null,
    };
    let each = cases().into_iter().enumerate().map(|(number, case)| {
        let dtype: Dtype = if number % 2 == 0 { F16 } else { Bf16 };
        let [query, key] = case.shapes;
        let (out, lse) = match (case.layouts, query) {
            (["BNSD", _, "BSND"], &[b, n, s, d]) => (vec![b, s, n, d], vec![b, n, s]),
            (["BNSD", ..], &[b, n, s, _]) => (query.to_vec(), vec![b, n, s]),
            (_, &[b, s, n, _]) => (query.to_vec(), vec![b, n, s]),
            _ => (query.to_vec(), query[..2].to_vec()),
        };
        vec![
            varied(dtype, query, 1),
            varied(dtype, key, 2),
            varied(dtype, key, 3),
            match case.table {
                Some(table) => indices(I32, &[2, 3], table),
                None => Argument::Null,
            },
            numbers(case.starts[0]),
            numbers(case.starts[1]),
            numbers(case.used[0]),
            numbers(case.used[1]),
            Argument::Null,
            match case.mode {
                0 => Argument::Null,
                _ => read(I8, &[2048, 2048], &[1.0]),
            },
            match number {
                0 => read(I32, &[1024], &[0.0]),
                _ => Argument::Null,
            },
            Argument::Float(if number == 1 { 0.0 } else { 0.03125 }),
            Argument::Int(case.mode),
            Argument::Int(case.window[0]),
            Argument::Int(case.window[1]),
            Argument::Int(-1),
            Argument::Int(9),
            Argument::Text(case.layouts[0]),
            Argument::Text(case.layouts[1]),
            Argument::Text(case.layouts[2]),
            Argument::Int(i64::from(case.lse)),
            write(dtype, &out),
            match case.lse {
                true => write(F32, &lse),
                false => Argument::Null,
            },
        ]
    });
    each.collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFlashAttn", samples)
            .accepts(&[
                ("q", "none | 950: f16 bf16"),
                ("k", "as q"),
                ("v", "as q"),
                ("blockTableOptional", "any"),
                ("cuSeqlensQOptional", "any"),
                ("cuSeqlensKvOptional", "any"),
                ("sequsedQOptional", "i32"),
                ("sequsedKvOptional", "i32"),
                ("sinksOptional", "any"),
                ("attnMaskOptional", "i8"),
                ("metadataOptional", "i32"),
                ("attnOut", "as q"),
                ("softmaxLseOptional", "f32"),
            ])
            .whole(attention)
            .accuracy(ROWS),
    ]
}
