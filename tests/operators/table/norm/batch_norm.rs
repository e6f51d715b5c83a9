//! The row of `aclnnBatchNorm`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::batches;
use crate::table::samples::write;
use crate::table::shared::rows::batches::{CASES, COPIED, SHORT};
use crate::table::shared::rows::{ROWS, near_1, varied};
use crate::table::{Row, SHAPE, STRIDED};

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

pub fn rows() -> Vec<Row> {
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
    ]
}
