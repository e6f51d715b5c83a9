//! Samples and checks of several operators: elements that are repeated, and parts of a tensor that are assigned.

use crate::argument::Argument;
use crate::table::samples::read;
use hostnpu::tensor::Dtype;

/// The repetitions of each of so many elements: not at all, once, several times.
pub fn times(count: i64) -> (Vec<f64>, i64) {
    let times: Vec<f64> = (0..count)
        .map(|i| [2.0, 0.0, 1.0, 5.0][i as usize % 4])
        .collect();
    let sum = times.iter().sum::<f64>() as i64;
    (times, sum)
}

pub fn each(dtype: Dtype, count: i64) -> (Argument, i64) {
    let (numbers, sum) = times(count);
    (read(dtype, &[count], &numbers), sum)
}
