//! Operators that move elements: bits are copied.

mod diagonals;
pub mod formats;
mod joining;
mod ordering;
mod pads;
mod prepared_weights;
mod slicing;
mod triangles;
mod windows;

use hostnpu::tensor::Dtype;

use super::Row;
use crate::argument::Argument;

/// Types of each width, and of half a byte where that is asked for.
const WIDTHS: [Dtype; 5] = [
    Dtype::I8,
    Dtype::Bf16,
    Dtype::I32,
    Dtype::I64,
    Dtype::Complex128,
];

fn ints(numbers: &[i64]) -> Argument {
    Argument::Ints(numbers.to_vec())
}

pub fn rows() -> Vec<Row> {
    [
        diagonals::rows(),
        formats::rows(),
        joining::rows(),
        ordering::rows(),
        pads::rows(),
        prepared_weights::rows(),
        slicing::rows(),
        triangles::rows(),
        windows::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
