//! The choice of blocks of queries and keys.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::attention::block_choice::chosen;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::{ROWS, varied};

struct Case {
    layout: &'static str,
    batch: i64,
    heads: i64,
    rows: [i64; 2],
    lengths: [Option<&'static [i64]>; 2],
    limits: [Option<&'static [i64]>; 2],
    size: Option<[i64; 2]>,
    share: f64,
    scale: f64,
}

/// Blocks that are not full, blocks of no token, a sequence without queries.
const CASES: [Case; 4] = [
    Case {
        layout: "BNSD",
        batch: 2,
        heads: 2,
        rows: [200, 300],
        lengths: [None, None],
        limits: [None, None],
        size: Some([64, 64]),
        share: 0.3,
        scale: 0.5,
    },
    Case {
        layout: "TND",
        batch: 3,
        heads: 2,
        rows: [192, 340],
        lengths: [Some(&[130, 0, 60]), Some(&[200, 64, 70])],
        limits: [Some(&[64, 64, 1, 17]), None],
        size: Some([64, 64]),
        share: 0.7,
        scale: 0.0,
    },
    Case {
        layout: "BNSD",
        batch: 2,
        heads: 1,
        rows: [256, 200],
        lengths: [None, Some(&[200, 100])],
        limits: [Some(&[128, 0, 5, 128]), Some(&[64, 0, 64, 1, 64, 3, 0, 0])],
        size: Some([128, 64]),
        share: 0.5,
        scale: 1.0,
    },
    Case {
        layout: "BNSD",
        batch: 1,
        heads: 3,
        rows: [130, 129],
        lengths: [Some(&[130]), None],
        limits: [None, None],
        size: None,
        share: 0.01,
        scale: 1.0,
    },
];

fn samples() -> Vec<Vec<Argument>> {
    let of = |case: &Case, dtype: Dtype| {
        let tensor = |side: usize, number: i64| {
            let rows = case.rows[side];
            let shape = match case.layout {
                "TND" => vec![rows, case.heads, 128],
                _ => vec![case.batch, case.heads, rows, 128],
            };
            varied(dtype, &shape, number)
        };
        let ints = |of: Option<&'static [i64]>| match of {
            Some(all) => Argument::Ints(all.to_vec()),
            None => Argument::Null,
        };
        let size = case.size.unwrap_or([128; 2]);
        let blocks = |side: usize| {
            let most = match case.layout {
                "TND" => *case.lengths[side].unwrap().iter().max().unwrap(),
                _ => case.rows[side],
            };
            (most + size[side] - 1) / size[side]
        };
        vec![
            tensor(0, 1),
            tensor(1, 2),
            match case.size {
                Some(size) => Argument::Ints(size.to_vec()),
                None => Argument::Null,
            },
            Argument::Null,
            ints(case.lengths[0]),
            ints(case.lengths[1]),
            ints(case.limits[0]),
            ints(case.limits[1]),
            Argument::Text(case.layout),
            Argument::Text(case.layout),
            Argument::Int(case.heads),
            Argument::Float(case.scale),
            Argument::Float(case.share),
            write(I8, &[case.batch, case.heads, blocks(0), blocks(1)]),
        ]
    };
    vec![
        of(&CASES[0], F16),
        of(&CASES[1], Bf16),
        of(&CASES[2], F16),
        of(&CASES[3], Bf16),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBSASelectBlockMask", samples)
            .accepts(&[
                ("query", "none | 910B 950: f16 bf16"),
                ("key", "as query"),
                ("blockSparseMaskOut", "i8"),
            ])
            .whole(chosen)
            .accuracy(ROWS),
    ]
}
