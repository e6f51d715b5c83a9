//! Operators that select, sort, search, count and repeat.

mod lengths;
mod ordering;
mod places;
mod repeats;
mod sampling;
mod statistics;

use hostnpu::tensor::Dtype;

use super::Row;
use crate::arguments::Arguments;

pub fn rows() -> Vec<Row> {
    [
        lengths::rows(),
        ordering::rows(),
        places::rows(),
        repeats::rows(),
        sampling::rows(),
        statistics::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// No type: results are what the reference says, converted to the output's type.
fn whole_numbers(_: &Arguments) -> Option<Dtype> {
    Some(Dtype::I64)
}
