//! The row of `aclnnSyncBatchNormGatherStats`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::devices;
use crate::table::samples::{read, write};
use crate::table::shared::rows::devices::{DEVICES, counts};
use crate::table::shared::rows::{ROWS, near_1, varied};
use crate::table::{Row, SHAPE, STRIDED};

fn of_sums() -> Vec<Vec<Argument>> {
    let sample = |(at, &(dtype, [devices, channels])): (usize, &(Dtype, [i64; 2]))| {
        let result = [dtype, Dtype::F32][at % 2];
        let squares: Vec<f64> = (0..23).map(|i| 60.0 + f64::from(i) * 7.0).collect();
        vec![
            varied(dtype, &[devices, channels], 1),
            read(dtype, &[devices, channels], &squares),
            counts([Dtype::I32, Dtype::F32][at % 2], devices),
            varied(dtype, &[channels], 2),
            near_1(dtype, &[channels], 3),
            Argument::Float(0.25),
            Argument::Float(1e-3),
            write(result, &[channels]),
            write(result, &[channels]),
        ]
    };
    DEVICES.iter().enumerate().map(sample).collect()
}

const SUMS: &str = "f32 f16 | 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSyncBatchNormGatherStats", of_sums)
            .accepts(&[
                ("totalSum", SUMS),
                ("totalSquareSum", "as totalSum"),
                ("sampleCount", "f32 f16 i32 | 950: + bf16"),
                ("mean", "as totalSum"),
                ("variance", "as totalSum"),
                ("batchMean", SUMS),
                ("batchInvstd", "as batchMean"),
            ])
            .whole(devices::of_sums)
            .accuracy(ROWS)
            .holds(STRIDED | SHAPE),
    ]
}
