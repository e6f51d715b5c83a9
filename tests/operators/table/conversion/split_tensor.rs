//! The row of `aclnnSplitTensor`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::movement;
use crate::table::samples::patterns;
use crate::table::shared::movement::joining::{SPLIT, outputs, split};
use crate::table::{Accuracy, Row, SHAPE, STRIDED, computes};

fn split_by_length() -> Vec<Vec<Argument>> {
    let mut samples = split(|sizes| Argument::Int(sizes[0]));
    samples.push(vec![
        patterns(F32, &[3, 4], 1),
        Argument::Int(2),
        Argument::Int(0),
        outputs(F32, &[&[2, 4], &[1, 4], &[5]]),
    ]);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSplitTensor", split_by_length)
            .accepts(&[("self", SPLIT), ("out", SPLIT)])
            .computes(computes::own)
            .bits(movement::split)
            .accuracy(Accuracy::Copied)
            .holds(STRIDED | SHAPE),
    ]
}
