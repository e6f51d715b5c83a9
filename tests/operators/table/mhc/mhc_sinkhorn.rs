//! The row of `aclnnMhcSinkhorn`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::hyper_connections as reference;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::hyper_connections::{some, with};
use crate::table::shared::rows::{ROWS, varied};

fn sinkhorn() -> Vec<Vec<Argument>> {
    let sample = |tokens: &[i64], n: i64, iterations: i64, kept: [bool; 2]| {
        let of = 2 * iterations * tokens.iter().product::<i64>() * 8;
        vec![
            varied(F32, &with(tokens, &[n, n]), 1),
            Argument::Float(1e-3),
            Argument::Int(iterations),
            write(F32, &with(tokens, &[n, n])),
            some(write(F32, &[of * n]), kept[0]),
            some(write(F32, &[of]), kept[1]),
        ]
    };
    vec![
        sample(&[2, 3], 4, 3, [true, true]),
        sample(&[17], 6, 1, [true, false]),
        sample(&[1, 1], 8, 20, [false, true]),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMhcSinkhorn", sinkhorn)
            .accepts(&[
                ("x", "none | 950: f32"),
                ("output", "as x"),
                ("normOut", "as x"),
                ("sumOut", "as x"),
            ])
            .whole(reference::sinkhorn)
            .accuracy(ROWS),
    ]
}
