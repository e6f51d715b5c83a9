//! The row of `aclnnPrelu`.

use hostnpu::tensor::Dtype;

use crate::table::samples::read;
use crate::table::shared::gradients::{SHORT, single};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnPrelu", || {
            let mut samples = single();
            let weights = [&[1, 4][..], &[1], &[51]];
            for (sample, shape) in samples.iter_mut().zip(weights) {
                sample.insert(1, read(Dtype::F32, shape, &[0.25, -1.5, 3.0]));
            }
            samples
        })
        .accepts(&[
            ("self", SHORT),
            ("weight", SHORT),
            ("out", "castable: f32 f16 | 910B 950: + bf16"),
        ])
        .computes(computes::promoted)
        .whole(crate::reference::gated::prelu)
        .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
