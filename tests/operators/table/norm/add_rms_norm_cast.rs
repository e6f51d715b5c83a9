//! The row of `aclnnAddRmsNormCast`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::norms;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::fused::each;
use crate::table::shared::rows::{LAYOUT, ROWS, near_1, varied};

fn add_rms_cast() -> Vec<Vec<Argument>> {
    let mut samples = each(|dtype, shape, last, statistics| {
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            near_1(dtype, last, 1),
            Argument::Float(1e-6),
            write(Dtype::F32, shape),
            write(dtype, shape),
            write(Dtype::F32, statistics),
            write(dtype, shape),
        ]
    });
    // The small case in a type that the operator takes.
    for at in [0, 1, 2, 5, 7] {
        samples[0][at].set_dtype(Dtype::F16);
    }
    samples.retain(|sample| sample[0].dtype() != Some(Dtype::F32));
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAddRmsNormCast", add_rms_cast)
            .accepts(&[
                ("x1", "f16 bf16 | 910 310: none"),
                ("x2", "as x1"),
                ("gamma", "as x1"),
                ("y1Out", "f32"),
                ("y2Out", "as x1"),
                ("rstdOut", "f32"),
                ("xOut", "as x1"),
            ])
            .whole(norms::add_rms_norm_cast)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
