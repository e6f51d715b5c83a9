//! The row of `aclnnQuantizedBatchNorm`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::devices;
use crate::table::Row;
use crate::table::samples::{patterns, read, scalar, write};
use crate::table::shared::rows::{LAYOUT, near_1, varied};

fn of_integers() -> Vec<Vec<Argument>> {
    let sample = |dtype, shape: [i64; 4], [from, zero, to, other]: [f64; 4]| {
        let channels = &shape[1..2];
        vec![
            patterns(dtype, &shape, 1),
            varied(Dtype::F32, channels, 1),
            near_1(Dtype::F32, channels, 2),
            scalar(Dtype::F32, from),
            scalar(Dtype::I32, zero),
            scalar(Dtype::F32, to),
            scalar(Dtype::I32, other),
            near_1(Dtype::F32, channels, 3),
            varied(Dtype::F32, channels, 4),
            Argument::Float(1e-5),
            write(dtype, &shape),
        ]
    };
    let mut samples = vec![
        sample(Dtype::I8, [2, 3, 4, 5], [0.5, 3.0, 0.25, -7.0]),
        sample(Dtype::U8, [1, 2, 20, 70], [0.1, 128.0, 0.3, 100.0]),
        sample(Dtype::I32, [2, 3, 4, 5], [0.001, -5.0, 1000.0, 4.0]),
        sample(Dtype::I32, [2, 3, 4, 5], [1.0, 0.0, 0.25, 0.0]),
    ];
    // Exact halves: variances of 1, factors of 1/2.
    let mut halves = sample(Dtype::I8, [1, 1, 16, 16], [0.5, 0.0, 1.0, 0.0]);
    halves[1] = read(Dtype::F32, &[1], &[0.0]);
    halves[2] = read(Dtype::F32, &[1], &[1.0]);
    halves[7..9].fill(Argument::Null);
    halves[9] = Argument::Float(0.0);
    samples.push(halves);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantizedBatchNorm", of_integers)
            .accepts(&[
                ("input", "i8 u8 i32"),
                ("mean", "f32"),
                ("var", "f32"),
                ("inputScale", "f32"),
                ("inputZeroPoint", "i32"),
                ("outputScale", "f32"),
                ("outputZeroPoint", "i32"),
                ("weight", "f32"),
                ("bias", "f32"),
                ("output", "i8 u8 i32"),
            ])
            .whole(devices::of_integers)
            .holds(LAYOUT)
            .except(&[
                (
                    "dtypes input",
                    "another type than that of `output` gives 561103",
                ),
                (
                    "dtypes output",
                    "another type than that of `input` gives 561103",
                ),
            ]),
    ]
}
