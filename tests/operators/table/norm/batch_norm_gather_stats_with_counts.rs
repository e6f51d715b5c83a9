//! The row of `aclnnBatchNormGatherStatsWithCounts`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::devices;
use crate::table::samples::write;
use crate::table::shared::rows::devices::{DEVICES, SHORT, counts};
use crate::table::shared::rows::{ROWS, near_1, varied};
use crate::table::{Row, SHAPE, STRIDED};

fn of_statistics() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, [devices, channels]): &(Dtype, [i64; 2])| {
        vec![
            varied(dtype, &[2, channels], 1),
            varied(dtype, &[devices, channels], 2),
            near_1(dtype, &[devices, channels], 3),
            varied(dtype, &[channels], 4),
            near_1(dtype, &[channels], 5),
            Argument::Float(0.1),
            Argument::Float(1e-5),
            counts(Dtype::F32, devices),
            write(Dtype::F32, &[channels]),
            write(Dtype::F32, &[channels]),
        ]
    };
    let mut samples: Vec<_> = DEVICES.iter().map(sample).collect();
    let mut without = samples[0].clone();
    without[3..5].fill(Argument::Null);
    samples.push(without);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBatchNormGatherStatsWithCounts", of_statistics)
            .accepts(&[
                ("input", SHORT),
                ("mean", SHORT),
                ("invstd", SHORT),
                ("runningMean", SHORT),
                ("runningVar", SHORT),
                ("counts", SHORT),
                ("meanAll", SHORT),
                ("invstdAll", SHORT),
            ])
            .whole(devices::of_statistics)
            .accuracy(ROWS)
            .holds(STRIDED | SHAPE)
            .except(&[
                (
                    "dtypes mean",
                    "that of the running tensors on Ascend950, else 561103",
                ),
                (
                    "dtypes runningMean",
                    "that of `mean` on Ascend950, else 561103",
                ),
                (
                    "dtypes runningVar",
                    "that of `mean` on Ascend950, else 561103",
                ),
            ]),
    ]
}
