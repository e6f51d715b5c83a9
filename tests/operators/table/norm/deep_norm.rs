//! The row of `aclnnDeepNorm`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::norms;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::fused::{SHORT, each};
use crate::table::shared::rows::{LAYOUT, ROWS, near_1, varied};

fn deep() -> Vec<Vec<Argument>> {
    each(|dtype, shape, last, statistics| {
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            varied(dtype, last, 3),
            near_1(dtype, last, 1),
            Argument::Float(0.3),
            Argument::Float(1e-6),
            write(Dtype::F32, statistics),
            write(Dtype::F32, statistics),
            write(dtype, shape),
        ]
    })
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDeepNorm", deep)
            .accepts(&[
                ("x", SHORT),
                ("gx", "as x"),
                ("beta", "as x"),
                ("gamma", "as x"),
                ("meanOut", "f32"),
                ("rstdOut", "f32"),
                ("yOut", "as x"),
            ])
            .whole(norms::deep_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
