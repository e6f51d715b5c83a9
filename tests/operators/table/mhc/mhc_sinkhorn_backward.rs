//! The row of `aclnnMhcSinkhornBackward`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::hyper_connections as reference;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::hyper_connections::with;
use crate::table::shared::rows::{ROWS, near_1, varied};

fn sinkhorn_backward() -> Vec<Vec<Argument>> {
    let sample = |tokens: &[i64], n: i64, iterations: i64| {
        let of = 2 * iterations * tokens.iter().product::<i64>() * 8;
        vec![
            varied(F32, &with(tokens, &[n, n]), 1),
            near_1(F32, &[of * n], 2),
            near_1(F32, &[of], 3),
            write(F32, &with(tokens, &[n, n])),
        ]
    };
    vec![
        sample(&[2, 3], 4, 2),
        sample(&[17], 6, 1),
        sample(&[1, 1], 8, 3),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMhcSinkhornBackward", sinkhorn_backward)
            .accepts(&[
                ("gradOutput", "none | 950: f32"),
                ("normOut", "as gradOutput"),
                ("sumOut", "as gradOutput"),
                ("out", "as gradOutput"),
            ])
            .whole(reference::sinkhorn_backward)
            .accuracy(ROWS),
    ]
}
