//! Operators of ops-math, `math/`.

mod arithmetic;
mod comparison;
mod functions;
mod piecewise;

use super::Row;

pub fn rows() -> Vec<Row> {
    [
        arithmetic::rows(),
        comparison::rows(),
        functions::rows(),
        piecewise::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
