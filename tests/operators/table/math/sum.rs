//! The row of `aclnnSum`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::lists;
use crate::table::samples::write;
use crate::table::shared::math::reductions::{SUMS, numbers};
use crate::table::{Row, STRIDED, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSum", || {
            let sample = |&dtype: &Dtype| {
                let tensors: Vec<_> = [&[3_i64, 4][..], &[4], &[3, 1]]
                    .iter()
                    .flat_map(|shape| numbers(dtype, shape).tensors().to_vec())
                    .collect();
                vec![Argument::Tensors(tensors), write(dtype, &[3, 4])]
            };
            [Dtype::F32, Dtype::F16, Dtype::I8, Dtype::I32, Dtype::U8]
                .iter()
                .map(sample)
                .collect()
        })
        .accepts(&[
            ("tensors", "f16 f32 i8 i32 u8"),
            ("out", "f16 f32 i8 i32 u8"),
        ])
        .computes(computes::own)
        .elements(lists::sum)
        .accuracy(SUMS)
        .holds(STRIDED)
        .except(&[
            (
                "dtypes tensors",
                "lists of one type, but for FLOAT16: else 561103",
            ),
            ("dtypes out", "another type than the list's gives 561103"),
        ]),
    ]
}
