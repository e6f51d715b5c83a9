//! Operators that move elements: bits are copied.

pub mod diagonals;
pub mod formats;
pub mod joining;
pub mod ordering;
pub mod pads;
pub mod slicing;
pub mod triangles;
pub mod windows;

use crate::argument::Argument;
use hostnpu::tensor::Dtype;

/// Types of each width, and of half a byte where that is asked for.
pub const WIDTHS: [Dtype; 5] = [
    Dtype::I8,
    Dtype::Bf16,
    Dtype::I32,
    Dtype::I64,
    Dtype::Complex128,
];

pub fn ints(numbers: &[i64]) -> Argument {
    Argument::Ints(numbers.to_vec())
}
