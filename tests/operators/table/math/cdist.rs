//! The row of `aclnnCdist`.

use crate::argument::Argument;
use crate::reference::distances;
use crate::table::samples::{read, write};
use crate::table::shared::distances::{CASES, NUMBERS, ORDERS};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn cdist() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for order in ORDERS {
        for (a, b, batch, dtype) in CASES {
            let rows = [a, b].map(|shape| shape[shape.len() - 2]);
            samples.push(vec![
                read(dtype, a, &NUMBERS),
                read(dtype, b, &NUMBERS[3..]),
                Argument::Float(order),
                Argument::Int(2),
                write(dtype, &[batch, &rows].concat()),
            ]);
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnCdist", cdist)
            .accepts(&[
                ("out", "none | 910B 950: f32 f16 bf16"),
                ("x1", "as out"),
                ("x2", "as out"),
            ])
            .whole(distances::all)
            .ulp(0.500_01, 2.0)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
