//! The row of `aclnnModulate`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::adaptive;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::adaptive::MODULATED;
use crate::table::shared::rows::{LAYOUT, ROWS, varied};

fn modulated() -> Vec<Vec<Argument>> {
    let sample = |dtype, shape: [i64; 3], scale: &[i64]| {
        vec![
            varied(dtype, &shape, 1),
            varied(dtype, scale, 2),
            varied(dtype, scale, 3),
            write(dtype, &shape),
        ]
    };
    vec![
        sample(Dtype::F32, [2, 3, 5], &[2, 5]),
        sample(Dtype::F16, [3, 4, 33], &[3, 1, 33]),
        sample(Dtype::Bf16, [1, 7, 9], &[1, 9]),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnModulate", modulated)
            .accepts(&[
                ("self", MODULATED),
                ("scaleOptional", "as self"),
                ("shiftOptional", "as self"),
                ("out", "as self"),
            ])
            .whole(adaptive::modulate)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
