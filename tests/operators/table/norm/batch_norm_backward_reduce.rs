//! The row of `aclnnBatchNormReduceBackward`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::batches;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::batches::{CASES, SHORT};
use crate::table::shared::rows::{LAYOUT, ROWS, near_1, varied};

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
    vec![
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
