//! The row of `aclnnDeepNormGrad`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::gradients;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::fused::{SHORT, each};
use crate::table::shared::rows::{LAYOUT, ROWS, near_1, varied};

fn deep_gradients() -> Vec<Vec<Argument>> {
    each(|dtype, shape, last, statistics| {
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            varied(dtype, shape, 3),
            near_1(dtype, last, 1),
            varied(Dtype::F32, statistics, 4),
            near_1(Dtype::F32, statistics, 2),
            Argument::Float(0.3),
            write(dtype, shape),
            write(dtype, shape),
            write(Dtype::F32, last),
            write(Dtype::F32, last),
        ]
    })
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDeepNormGrad", deep_gradients)
            .accepts(&[
                ("dy", SHORT),
                ("x", "as dy"),
                ("gx", "as dy"),
                ("gamma", "as dy"),
                ("mean", "f32"),
                ("rstd", "f32"),
                ("dxOut", "as dy"),
                ("dgxOut", "as dy"),
                ("dbetaOut", "f32"),
                ("dgammaOut", "f32"),
            ])
            .whole(gradients::deep_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
