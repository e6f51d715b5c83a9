//! Normalisations of the channels of a batch, and their gradients.

use crate::table::rows::LAYOUT;
use crate::table::rows::ROWS;
use hostnpu::tensor::Dtype;

use super::{Row, near_1, varied};
use crate::argument::Argument;
use crate::reference::rows::batches;
use crate::table::samples::{read, write};
use crate::table::{SHAPE, STRIDED};

const SHORT: &str = "f32 f16 | 910B 950: + bf16";

/// A type and a shape: with short channels and long ones, without further dimensions.
const CASES: [(Dtype, &[i64]); 5] = [
    (Dtype::F32, &[3, 4, 5]),
    (Dtype::F32, &[2, 3, 50, 43]),
    (Dtype::F32, &[70, 5]),
    (Dtype::F16, &[4, 3, 20]),
    (Dtype::Bf16, &[2, 5, 3, 3]),
];

fn norm() -> Vec<Vec<Argument>> {
    let sample = |(number, &(dtype, shape)): (usize, &(Dtype, &[i64]))| {
        let channels = &shape[1..2];
        vec![
            varied(dtype, shape, 1),
            near_1(dtype, channels, 1),
            varied(dtype, channels, 2),
            varied(Dtype::F32, channels, 3),
            near_1(Dtype::F32, channels, 4),
            Argument::Bool(true),
            Argument::Float(0.1),
            Argument::Float([1e-5, 1e-3][number % 2]),
            write(dtype, shape),
            write(Dtype::F32, channels),
            write(Dtype::F32, channels),
        ]
    };
    let mut samples: Vec<_> = CASES.iter().enumerate().map(sample).collect();
    for number in 0..3 {
        let mut inference = samples[number].clone();
        inference[5] = Argument::Bool(false);
        if number == 1 {
            inference[9] = Argument::Null;
        }
        samples.push(inference);
    }
    let mut without = samples[0].clone();
    without[1..5].fill(Argument::Null);
    samples.push(without);
    samples
}

fn elemt() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, shape): &(Dtype, &[i64])| {
        let channels = &shape[1..2];
        vec![
            varied(dtype, shape, 1),
            near_1(dtype, channels, 1),
            varied(dtype, channels, 2),
            varied(Dtype::F32, channels, 3),
            near_1(Dtype::F32, channels, 4),
            Argument::Float(1e-5),
            write(dtype, shape),
        ]
    };
    CASES.iter().map(sample).collect()
}

fn backward() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, shape): &(Dtype, &[i64])| {
        let channels = &shape[1..2];
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            near_1(dtype, channels, 1),
            varied(Dtype::F32, channels, 3),
            near_1(Dtype::F32, channels, 2),
            varied(Dtype::F32, channels, 4),
            near_1(Dtype::F32, channels, 3),
            Argument::Bool(true),
            Argument::Float(1e-5),
            Argument::Bools(vec![true; 3]),
            write(dtype, shape),
            write(dtype, channels),
            write(dtype, channels),
        ]
    };
    let mut samples: Vec<_> = CASES.iter().map(sample).collect();
    for number in 0..3 {
        let mut inference = samples[number].clone();
        inference[7] = Argument::Bool(false);
        if number == 1 {
            // They do not count, and may have the length 0.
            inference[5] = read(Dtype::F32, &[0], &[]);
            inference[6] = read(Dtype::F32, &[0], &[]);
        }
        samples.push(inference);
    }
    let mut masked = samples[0].clone();
    masked[9] = Argument::Bools(vec![false, true, true]);
    masked[10] = Argument::Null;
    masked[2] = Argument::Null;
    samples.push(masked);
    samples
}

fn fast_backward() -> Vec<Vec<Argument>> {
    let mut samples = backward();
    for sample in &mut samples {
        sample.insert(10, Argument::Int(0));
    }
    samples
}

fn sums() -> Vec<Vec<Argument>> {
    let sample = |(number, &(dtype, shape)): (usize, &(Dtype, &[i64]))| {
        let channels = &shape[1..2];
        let mut sample = vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            varied(Dtype::F32, channels, 3),
            near_1(Dtype::F32, channels, 1),
            near_1(Dtype::F32, channels, 2),
            Argument::Bool(number != 1),
            Argument::Bool(number != 2),
            Argument::Bool(true),
        ];
        sample.extend((0..4).map(|_| write(Dtype::F32, channels)));
        for (at, is_left_out) in [(8, number == 1), (9, number == 1), (10, number == 2)] {
            if is_left_out {
                sample[at] = Argument::Null;
            }
        }
        sample
    };
    CASES.iter().enumerate().map(sample).collect()
}

pub fn rows() -> Vec<Row> {
    const COPIED: &[(&str, &str)] = &[
        (
            "dtypes input",
            "another type than that of `output` gives 561103",
        ),
        (
            "dtypes output",
            "another type than that of `input` gives 561103",
        ),
    ];
    vec![
        Row::new("aclnnBatchNorm", norm)
            .accepts(&[
                ("input", SHORT),
                ("weight", SHORT),
                ("bias", SHORT),
                ("runningMean", SHORT),
                ("runningVar", SHORT),
                ("output", SHORT),
                ("saveMean", SHORT),
                ("saveInvstd", SHORT),
            ])
            .whole(batches::norm)
            .accuracy(ROWS)
            .holds(STRIDED | SHAPE)
            .except(COPIED),
        Row::new("aclnnBatchNormElemt", elemt)
            .accepts(&[
                ("input", SHORT),
                ("weight", SHORT),
                ("bias", SHORT),
                ("mean", SHORT),
                ("invstd", SHORT),
                ("output", SHORT),
            ])
            .whole(batches::elemt)
            .accuracy(ROWS)
            .holds(LAYOUT)
            .except(COPIED),
        Row::new("aclnnBatchNormBackward", backward)
            .accepts(&[
                ("gradOut", SHORT),
                ("input", "as gradOut"),
                ("weight", "as gradOut"),
                ("runningMean", "as gradOut"),
                ("runningVar", "as gradOut"),
                ("saveMean", "as gradOut"),
                ("saveInvstd", "as gradOut"),
                ("gradInput", "as gradOut"),
                ("gradWeight", "as gradOut"),
                ("gradBias", "as gradOut"),
            ])
            .whole(batches::gradient)
            .accuracy(ROWS)
            .holds(LAYOUT)
            .except(&[
                (
                    "dtypes gradInput",
                    "another type than that of `gradOut` gives 561103 but on Ascend950",
                ),
                (
                    "dtypes weight",
                    "gradients by parameters follow it on Ascend950 only",
                ),
                (
                    "dtypes runningMean",
                    "FLOAT or that of `gradOut` on Ascend950 only",
                ),
                ("dtypes runningVar", "as `runningMean`"),
                (
                    "dtypes saveMean",
                    "FLOAT or that of `gradOut` on Ascend950 only",
                ),
                ("dtypes saveInvstd", "as `saveMean`"),
                ("dtypes gradWeight", "as `gradBias` on Ascend950 only"),
                ("dtypes gradBias", "as `gradWeight` on Ascend950 only"),
            ]),
        Row::new("aclnnFastBatchNormBackward", fast_backward)
            .accepts(&[
                ("gradOut", "f32 f16 bf16"),
                ("input", "as gradOut"),
                ("weight", "f32 f16 bf16"),
                ("runningMean", "f32 f16 bf16"),
                ("runningVar", "f32 f16 bf16"),
                ("saveMean", "f32 f16 bf16"),
                ("saveInvstd", "f32 f16 bf16"),
                ("gradInput", "as gradOut"),
                ("gradWeight", "f32 f16 bf16"),
                ("gradBias", "f32 f16 bf16"),
            ])
            .whole(batches::gradient)
            .accuracy(ROWS)
            .holds(LAYOUT)
            .except(&[(
                "dtypes gradInput",
                "another type than that of `gradOut` gives 561103",
            )]),
        Row::new("aclnnBatchNormReduceBackward", sums)
            .accepts(&[
                ("gradOut", SHORT),
                ("input", "as gradOut"),
                ("mean", SHORT),
                ("invstd", SHORT),
                ("weight", "any"),
                ("sumDy", SHORT),
                ("sumDyXmu", SHORT),
                ("gradWeight", SHORT),
                ("gradBias", SHORT),
            ])
            .whole(batches::sums)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
