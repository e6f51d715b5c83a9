//! The row of `aclnnBatchNormStats`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::reductions;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::math::reductions::{SHORT, SUMS, numbers};
use crate::table::shared::math::statistics::FLOAT_950;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBatchNormStats", || {
            let sample = |&dtype: &Dtype| {
                vec![
                    numbers(dtype, &[3, 5, 41]),
                    Argument::Float(1e-5),
                    write(Dtype::F32, &[5]),
                    write(Dtype::F32, &[5]),
                ]
            };
            SHORT.iter().map(sample).collect()
        })
        .accepts(&[("input", FLOAT_950), ("mean", "f32"), ("invstd", "f32")])
        .computes(|_| Some(Dtype::F32))
        .whole(reductions::batch_norm_stats)
        .accuracy(SUMS),
    ]
}
