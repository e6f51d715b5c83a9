//! The row of `aclnnAddLayerNorm`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::norms;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::fused::each;
use crate::table::shared::rows::{LAYOUT, ROWS, near_1, varied};

fn add_layer() -> Vec<Vec<Argument>> {
    let mut samples = each(|dtype, shape, last, statistics| {
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            near_1(dtype, last, 1),
            varied(dtype, last, 3),
            varied(dtype, shape, 4),
            Argument::Float(1e-5),
            Argument::Bool(true),
            write(dtype, shape),
            write(Dtype::F32, statistics),
            write(Dtype::F32, statistics),
            write(dtype, shape),
        ]
    });
    let mut repeated = samples[0].clone();
    repeated[4] = varied(Dtype::F32, &[4], 4);
    samples.push(repeated.clone());
    repeated[4] = Argument::Null;
    repeated[0].set_dtype(Dtype::F16);
    samples.push(repeated.clone());
    repeated[6] = Argument::Bool(false);
    samples.push(repeated);
    samples
}

const MIXED: &str = "f32 f16 bf16 | 910: none | 310: f32";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAddLayerNorm", add_layer)
            .accepts(&[
                ("x1", MIXED),
                ("x2", MIXED),
                ("gamma", "f32"),
                ("beta", "f32"),
                ("biasOptional", "f32"),
                ("yOut", "f32"),
                ("meanOut", "f32"),
                ("rstdOut", "f32"),
                ("xOut", "f32"),
            ])
            .whole(norms::add_layer_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
