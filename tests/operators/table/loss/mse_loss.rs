//! The row of `aclnnMseLoss`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::losses;
use crate::table::samples::write;
use crate::table::shared::losses::pairs::{LOSS, plain};
use crate::table::shared::losses::{LOSSES, varied};
use crate::table::{BROADCAST, ELEMENTWISE, Row, computes};

/// Pieces for several threads, too.
fn long() -> Vec<Vec<Argument>> {
    let shape = [2, 16_500];
    let mut samples = plain();
    samples.push(vec![
        varied(Dtype::F32, &shape, 1),
        varied(Dtype::F32, &shape, 2),
        Argument::Int(2),
        write(Dtype::F32, &[]),
    ]);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMseLoss", long)
            .accepts(LOSS)
            .computes(computes::promoted)
            .whole(losses::mse)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE | BROADCAST),
    ]
}
