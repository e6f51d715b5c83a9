//! The row of `aclnnBatchNormElemt`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::batches;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::batches::{CASES, COPIED, SHORT};
use crate::table::shared::rows::{LAYOUT, ROWS, near_1, varied};

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

pub fn rows() -> Vec<Row> {
    vec![
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
    ]
}
