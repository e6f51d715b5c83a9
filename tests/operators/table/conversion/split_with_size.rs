//! The row of `aclnnSplitWithSize`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::movement;
use crate::table::samples::patterns;
use crate::table::shared::movement::ints;
use crate::table::shared::movement::joining::{SPLIT, outputs, split};
use crate::table::{Accuracy, Row, SHAPE, STRIDED, computes};

fn split_by_size() -> Vec<Vec<Argument>> {
    let mut samples = split(ints);
    samples.push(vec![
        patterns(F32, &[3, 4], 1),
        ints(&[1, 0, 2]),
        Argument::Int(0),
        outputs(F32, &[&[1, 4], &[0, 4], &[2, 4]]),
    ]);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSplitWithSize", split_by_size)
            .accepts(&[("self", SPLIT), ("out", SPLIT)])
            .computes(computes::own)
            .bits(movement::split)
            .accuracy(Accuracy::Copied)
            .holds(STRIDED | SHAPE),
    ]
}
