//! The row of `aclnnIsInTensorScalar`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::comparison;
use crate::table::shared::math::membership::NUMERIC;
use crate::table::{ELEMENTWISE, Row, computes, samples};

/// As [`samples::with_scalar`], with two truth values.
fn with_scalar_inverted() -> Vec<Vec<Argument>> {
    let mut samples = samples::with_scalar();
    for (number, sample) in samples.iter_mut().enumerate() {
        let flags = [Argument::Bool(true), Argument::Bool(number == 1)];
        sample.splice(2..2, flags);
        sample[4].set_dtype(Dtype::Bool);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnIsInTensorScalar", with_scalar_inverted)
            .accepts(&[
                ("element", NUMERIC),
                ("testElement", NUMERIC),
                ("out", "bool"),
            ])
            .computes(computes::boolean)
            .elements(comparison::is_one)
            .holds(ELEMENTWISE),
    ]
}
