//! The row of `aclnnAddLayerNormGrad`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::gradients;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::fused::{SHORT, each};
use crate::table::shared::rows::{LAYOUT, ROWS, near_1, varied};

fn add_layer_gradients() -> Vec<Vec<Argument>> {
    let mut samples = each(|dtype, shape, last, statistics| {
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            varied(dtype, shape, 3),
            near_1(Dtype::F32, statistics, 1),
            varied(Dtype::F32, statistics, 4),
            near_1(dtype, last, 2),
            varied(dtype, shape, 5),
            write(dtype, shape),
            write(Dtype::F32, last),
            write(Dtype::F32, last),
        ]
    });
    let mut without = samples[0].clone();
    without[6] = Argument::Null;
    samples.push(without);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAddLayerNormGrad", add_layer_gradients)
            .accepts(&[
                ("dy", SHORT),
                ("x1", "as dy"),
                ("x2", "as dy"),
                ("rstd", "f32"),
                ("mean", "f32"),
                ("gamma", "as dy"),
                ("dsumOptional", "as dy"),
                ("dxOut", "as dy"),
                ("dgammaOut", "f32"),
                ("dbetaOut", "f32"),
            ])
            .whole(gradients::add_layer_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
