//! The row of `aclnnCdistBackward`.

use crate::argument::Argument;
use crate::reference::distances;
use crate::table::samples::{read, write};
use crate::table::shared::distances::{CASES, NUMBERS};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn cdist_backward() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for order in [2.0, 1.0, 0.0, -1.0, 3.0, 1.5] {
        for (a, b, batch, dtype) in CASES {
            if a.len() != b.len() {
                continue;
            }
            let rows = [a, b].map(|shape| shape[shape.len() - 2]);
            let shape = [batch, &rows].concat();
            // The gradient is defined by the distances that are given.
            samples.push(vec![
                read(dtype, &shape, &NUMBERS[2..]),
                read(dtype, a, &NUMBERS),
                read(dtype, b, &NUMBERS[3..]),
                read(dtype, &shape, &[3.5, 1.25, 7.0, 0.875, 5.5]),
                Argument::Float(order),
                write(dtype, a),
            ]);
        }
    }
    samples
}

const FLOATS: &str = "f32 f16 bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnCdistBackward", cdist_backward)
            .accepts(&[
                ("grad", FLOATS),
                ("x1", "as grad"),
                ("x2", "as grad"),
                ("cdist", "as grad"),
                ("out", "as grad"),
            ])
            .whole(distances::gradient)
            .ulp(0.500_01, 2.0)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
