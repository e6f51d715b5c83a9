//! Operators that select, sort, search, count and repeat.

pub mod lengths;
pub mod ordering;
pub mod places;
pub mod repeats;
pub mod sampling;
pub mod statistics;

use crate::arguments::Arguments;
use hostnpu::tensor::Dtype;

/// No type: results are what the reference says, converted to the output's type.
pub fn whole_numbers(_: &Arguments) -> Option<Dtype> {
    Some(Dtype::I64)
}
