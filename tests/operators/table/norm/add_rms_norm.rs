//! The rows of `aclnnAddRmsNorm` and `aclnnInplaceAddRmsNorm`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::norms;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::fused::{SHORT, each};
use crate::table::shared::rows::{LAYOUT, ROWS, near_1, varied};

fn add_rms() -> Vec<Vec<Argument>> {
    let mut samples = each(|dtype, shape, last, statistics| {
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            near_1(dtype, last, 1),
            Argument::Float(1e-6),
            write(dtype, shape),
            write(Dtype::F32, statistics),
            write(dtype, shape),
        ]
    });
    // Only the last dimension is normalised without statistics.
    let mut without = samples[3].clone();
    without[2] = near_1(Dtype::F16, &[1, 33], 1);
    without[5] = Argument::Null;
    samples.push(without.clone());
    without[6] = Argument::Null;
    samples.push(without);
    samples
}

fn add_rms_in_place() -> Vec<Vec<Argument>> {
    each(|dtype, shape, last, statistics| {
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            near_1(dtype, last, 1),
            Argument::Float(1e-6),
            write(Dtype::F32, statistics),
        ]
    })
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAddRmsNorm", add_rms)
            .accepts(&[
                ("x1", "f32 f16 bf16 | 310: f32 f16"),
                ("x2", "as x1"),
                ("gamma", "as x1"),
                ("yOut", "as x1"),
                ("rstdOut", "f32"),
                ("xOut", "as x1"),
            ])
            .whole(norms::add_rms_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnInplaceAddRmsNorm", add_rms_in_place)
            .accepts(&[
                ("x1Ref", SHORT),
                ("x2Ref", "as x1Ref"),
                ("gamma", "as x1Ref"),
                ("rstdOut", "f32"),
            ])
            .whole(norms::add_rms_norm_in_place)
            .accuracy(ROWS),
    ]
}
