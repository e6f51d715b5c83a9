//! Samples and checks of several operators: distances between rows, and cross products.

use crate::argument::Argument;
use crate::table::samples::{read, write};
use hostnpu::tensor::Dtype::{self, *};

pub const NUMBERS: [f64; 11] = [
    0.7123, -1.4571, 2.3319, 0.0917, -0.8263, 3.1733, -2.6171, 1.0891, 0.3847, -0.5519, 1.9337,
];
pub const ORDERS: [f64; 6] = [2.0, 1.0, 0.0, f64::INFINITY, 3.0, 0.5];

/// Shapes of both, and the batch of the results.
pub type Case = (&'static [i64], &'static [i64], &'static [i64], Dtype);

pub const CASES: [Case; 4] = [
    (&[3, 4], &[2, 4], &[], F32),
    (&[2, 3, 5], &[2, 4, 5], &[2], F32),
    (&[2, 2, 3], &[3, 3], &[2], F16),
    (&[1, 37], &[9, 37], &[], F32),
];

pub fn pairs(order: fn(f64) -> Argument) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for number in ORDERS {
        for (shape, dtype) in [([4, 3], F32), ([7, 5], F32), ([3, 4], F16), ([2, 1], F32)] {
            let [rows, _] = shape;
            samples.push(vec![
                read(dtype, &shape, &NUMBERS),
                order(number),
                write(dtype, &[rows * (rows - 1) / 2]),
            ]);
        }
    }
    samples
}
