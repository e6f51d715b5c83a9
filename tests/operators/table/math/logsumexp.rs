//! The row of `aclnnLogSumExp`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::reductions;
use crate::table::samples::{read, write};
use crate::table::shared::math::reductions::{REDUCES, numbers, over_axes, with_specials};
use crate::table::shared::math::statistics::{FLOAT, one};
use crate::table::{Accuracy, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLogSumExp", || {
            let mut samples = over_axes(&[Dtype::F32, Dtype::F16, Dtype::Bf16], numbers, one);
            samples.extend(over_axes(&[Dtype::F32], with_specials, one));
            let infinite = [f64::NEG_INFINITY];
            samples.push(vec![
                read(Dtype::F32, &[3, 4], &infinite),
                Argument::Ints(vec![0]),
                Argument::Bool(false),
                write(Dtype::F32, &[4]),
            ]);
            samples.push(vec![
                read(Dtype::I32, &[3, 4], &[100.0, 3.0, -1000.0]),
                Argument::Ints(vec![1]),
                Argument::Bool(false),
                write(Dtype::F16, &[3]),
            ]);
            samples
        })
        .accepts(&[
            ("self", "f32 f16 i8 i16 i32 i64 u8 bool | 910B 950: + bf16"),
            ("out", FLOAT),
        ])
        .computes(|_| Some(Dtype::F32))
        .whole(reductions::log_sum_exp)
        .accuracy(Accuracy::Bounds("log_sum"))
        .holds(REDUCES),
    ]
}
