//! The row of `aclnnAttentionUpdate`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::attention::merged::by_logarithms;
use crate::table::Row;
use crate::table::samples::{read, write};
use crate::table::shared::rows::{ROWS, varied};

fn list(tensors: Vec<Argument>) -> Argument {
    Argument::Tensors(
        tensors
            .iter()
            .flat_map(|of| of.tensors().to_vec())
            .collect(),
    )
}

/// Parts of which some rows have no keys, and one row none in any.
fn update() -> Vec<Vec<Argument>> {
    let one = |dtype: Dtype, parts: i64, rows: i64, columns: i64, kind: i64| {
        let logs = |part: i64| {
            let numbers: Vec<f64> = (0..rows)
                .map(|row| match (row, (row + part) % 4) {
                    (3, _) => f64::INFINITY,
                    (_, 0) => f64::INFINITY,
                    (_, 1) => f64::NEG_INFINITY,
                    _ => ((row * 7 + part * 5) % 11) as f64 / 3.0 - 1.0,
                })
                .collect();
            read(F32, &[rows], &numbers)
        };
        let lse_out = if kind == 1 {
            write(F32, &[rows])
        } else {
            Argument::Null
        };
        vec![
            list((0..parts).map(logs).collect()),
            list(
                (0..parts)
                    .map(|part| varied(dtype, &[rows, columns], part))
                    .collect(),
            ),
            Argument::Int(kind),
            write(dtype, &[rows, columns]),
            lse_out,
        ]
    };
    vec![
        one(F32, 2, 5, 8, 1),
        one(F32, 3, 70, 16, 0),
        one(F32, 1, 4, 8, 1),
    ]
}

const UPDATE: &[(&str, &str)] = &[
    ("lse", "910: none | 910B 950: f32 | 310: none"),
    ("localOut", "as out"),
    (
        "out",
        "910: none | 910B: f32 | 950: f32 f16 bf16 | 310: none",
    ),
    ("lseOut", "f32"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAttentionUpdate", update)
            .accepts(UPDATE)
            .whole(by_logarithms)
            .accuracy(ROWS),
    ]
}
