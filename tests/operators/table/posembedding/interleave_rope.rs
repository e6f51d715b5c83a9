//! The row of `aclnnInterleaveRope`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::rotary;
use crate::table::samples::write;
use crate::table::shared::rows::{ROWS, varied};
use crate::table::{OVERLAP, Row, STRIDED};

fn interleaved() -> Vec<Vec<Argument>> {
    let each = [
        (F16, [2, 3, 5, 64], [2, 1, 5, 64]),
        (Bf16, [2, 3, 5, 64], [2, 1, 1, 64]),
        (F16, [4, 16, 9, 64], [1, 1, 9, 64]),
    ];
    let each = each.into_iter().map(|(dtype, shape, angles)| {
        vec![
            varied(dtype, &shape, 1),
            varied(dtype, &angles, 2),
            varied(dtype, &angles, 3),
            write(dtype, &shape),
        ]
    });
    each.collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInterleaveRope", interleaved)
            .accepts(&[
                ("x", "none | 910B: f16 bf16 | 950: f16 bf16 f32"),
                ("cos", "as x"),
                ("sin", "as x"),
                ("out", "as x"),
            ])
            .whole(rotary::interleaved)
            .accuracy(ROWS)
            .holds(STRIDED | OVERLAP),
    ]
}
