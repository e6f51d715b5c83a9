//! The row of `aclnnAddRmsNormBias`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::norms;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::fused::each;
use crate::table::shared::rows::{LAYOUT, ROWS, near_1, varied};

fn add_rms_bias() -> Vec<Vec<Argument>> {
    let mut samples = each(|dtype, shape, last, statistics| {
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            near_1(dtype, last, 1),
            varied(dtype, last, 3),
            Argument::Float(1e-6),
            write(dtype, shape),
            write(Dtype::F32, statistics),
            write(dtype, shape),
        ]
    });
    let mut without = samples[3].clone();
    without[3] = Argument::Null;
    samples.push(without);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAddRmsNormBias", add_rms_bias)
            .accepts(&[
                ("x1", "f32 f16 bf16 | 310: f32 f16"),
                ("x2", "as x1"),
                ("gamma", "as x1"),
                ("betaOptional", "as x1"),
                ("yOut", "as x1"),
                ("rstdOut", "f32"),
                ("xOut", "as x1"),
            ])
            .whole(norms::add_rms_norm_bias)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
