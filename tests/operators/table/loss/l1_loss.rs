//! The row of `aclnnL1Loss`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::losses;
use crate::table::samples::read;
use crate::table::shared::losses::pairs::{MEETING, plain};
use crate::table::shared::losses::{LOSSES, written};
use crate::table::{BROADCAST, ELEMENTWISE, Row, computes};

/// Integers, too, and results that wrap.
fn distances() -> Vec<Vec<Argument>> {
    let mut samples = plain();
    for reduction in [0, 2] {
        samples.push(vec![
            read(Dtype::I64, &[3, 4], &[1.0, -7.0, 4e18]),
            read(Dtype::I32, &[4], &[5.0, -2e9]),
            Argument::Int(reduction),
            written(Dtype::I64, reduction, &[3, 4]),
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnL1Loss", distances)
            .accepts(&[
                ("self", "f32 f16 bf16"),
                ("target", MEETING),
                ("out", "castable"),
            ])
            .computes(computes::promoted)
            .whole(losses::l1)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE | BROADCAST),
    ]
}
