//! Samples and checks of several operators: normalisations of the channels of a batch, and their gradients.

use crate::argument::Argument;
use crate::table::samples::{read, write};
use crate::table::shared::rows::{near_1, varied};
use hostnpu::tensor::Dtype;

pub const SHORT: &str = "f32 f16 | 910B 950: + bf16";

/// A type and a shape: with short channels and long ones, without further dimensions.
pub const CASES: [(Dtype, &[i64]); 5] = [
    (Dtype::F32, &[3, 4, 5]),
    (Dtype::F32, &[2, 3, 50, 43]),
    (Dtype::F32, &[70, 5]),
    (Dtype::F16, &[4, 3, 20]),
    (Dtype::Bf16, &[2, 5, 3, 3]),
];

pub fn backward() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, shape): &(Dtype, &[i64])| {
        let channels = &shape[1..2];
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            near_1(dtype, channels, 1),
            varied(Dtype::F32, channels, 3),
            near_1(Dtype::F32, channels, 2),
            varied(Dtype::F32, channels, 4),
            near_1(Dtype::F32, channels, 3),
            Argument::Bool(true),
            Argument::Float(1e-5),
            Argument::Bools(vec![true; 3]),
            write(dtype, shape),
            write(dtype, channels),
            write(dtype, channels),
        ]
    };
    let mut samples: Vec<_> = CASES.iter().map(sample).collect();
    for number in 0..3 {
        let mut inference = samples[number].clone();
        inference[7] = Argument::Bool(false);
        if number == 1 {
            // They do not count, and may have the length 0.
            inference[5] = read(Dtype::F32, &[0], &[]);
            inference[6] = read(Dtype::F32, &[0], &[]);
        }
        samples.push(inference);
    }
    let mut masked = samples[0].clone();
    masked[9] = Argument::Bools(vec![false, true, true]);
    masked[10] = Argument::Null;
    masked[2] = Argument::Null;
    samples.push(masked);
    samples
}

pub const COPIED: &[(&str, &str)] = &[
    (
        "dtypes input",
        "another type than that of `output` gives 561103",
    ),
    (
        "dtypes output",
        "another type than that of `input` gives 561103",
    ),
];
