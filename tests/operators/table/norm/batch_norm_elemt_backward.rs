//! The row of `aclnnBatchNormElemtBackward`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::devices;
use crate::table::Row;
use crate::table::samples::{read, write};
use crate::table::shared::rows::devices::SHORT;
use crate::table::shared::rows::{LAYOUT, ROWS, near_1, varied};

/// A type and a shape.
const CASES: [(Dtype, &[i64]); 4] = [
    (Dtype::F32, &[3, 4, 5]),
    (Dtype::F32, &[2, 3, 50, 43]),
    (Dtype::F16, &[4, 3, 20]),
    (Dtype::Bf16, &[7, 5]),
];

fn by_input() -> Vec<Vec<Argument>> {
    let sample = |(at, &(dtype, shape)): (usize, &(Dtype, &[i64]))| {
        let channels = &shape[1..2];
        let (counts, kind) = [
            (&[100.0, 28.0][..], Dtype::F32),
            (&[50.0, 3.0, 2.0], Dtype::I32),
            (&[12.0], Dtype::F16),
        ][at % 3];
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            varied(Dtype::F32, channels, 3),
            near_1(Dtype::F32, channels, 4),
            near_1(dtype, channels, 5),
            varied(Dtype::F32, channels, 6),
            varied(Dtype::F32, channels, 7),
            read(kind, &[counts.len() as i64], counts),
            write(dtype, shape),
        ]
    };
    let mut samples: Vec<_> = CASES.iter().enumerate().map(sample).collect();
    let mut without = samples[0].clone();
    without[4] = Argument::Null;
    without[8] = write(Dtype::F16, &[3, 4, 5]);
    samples.push(without);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBatchNormElemtBackward", by_input)
            .accepts(&[
                ("gradOut", SHORT),
                ("input", SHORT),
                ("mean", SHORT),
                ("invstd", SHORT),
                ("weight", SHORT),
                ("sumDy", SHORT),
                ("sumDyXmu", SHORT),
                ("counter", "f32 f16 i32"),
                ("gradInput", SHORT),
            ])
            .whole(devices::by_input)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
