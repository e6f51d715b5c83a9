//! The row of `aclnnUnique2`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::search;
use crate::table::samples::write;
use crate::table::shared::search::lengths::{COUNTS, FOUND, INVERSE, SORTED, VALUES, values};
use crate::table::{EMPTY, Row, STRIDED};

/// As [`values`], with counts.
fn values_and_counts() -> Vec<Vec<Argument>> {
    let mut samples = values();
    for (number, sample) in samples.iter_mut().enumerate() {
        sample.insert(3, Argument::Bool(number % 3 != 2));
        let counts = sample[4].tensors()[0].shape.clone();
        sample.push(write(Dtype::I64, &counts));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnUnique2", values_and_counts)
            .accepts(&[("self", SORTED), VALUES, INVERSE, COUNTS])
            .whole(search::unique)
            .holds(STRIDED | EMPTY)
            .except(FOUND),
    ]
}
