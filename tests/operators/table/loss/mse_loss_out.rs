//! The row of `aclnnMseLossOut`.

use crate::argument::Argument;
use crate::reference::losses;
use crate::table::samples::write;
use crate::table::shared::losses::LOSSES;
use crate::table::shared::losses::pairs::{CASES, LOSS, plain};
use crate::table::{BROADCAST, ELEMENTWISE, Row, computes};

/// The same calls without those that would combine all axes.
fn of_columns() -> Vec<Vec<Argument>> {
    let mut samples = plain();
    for (sample, case) in samples.iter_mut().zip(CASES) {
        if let (1 | 2, [_, rest @ ..]) = (case.4, case.3) {
            sample[3] = write(case.0, rest);
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMseLossOut", of_columns)
            .accepts(LOSS)
            .computes(computes::promoted)
            .whole(losses::mse_of_columns)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE | BROADCAST),
    ]
}
