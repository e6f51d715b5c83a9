//! Samples and checks of several operators: variances, deviations, logarithms of sums, pools, traces and groups.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::table::samples::write;
use crate::table::shared::math::reductions::{
    Parts, SHORT, long, numbers, over_axes, with_specials,
};

pub const FLOAT: &str = "f32 f16 | 910B 950: + bf16";
pub const FLOAT_950: &str = "f32 f16 | 950: + bf16";
pub const ONE: &[(&str, &str)] = &[("self", FLOAT), ("out", FLOAT)];

pub fn pools() -> Vec<Vec<Argument>> {
    let sample = |&dtype: &Dtype| {
        vec![
            with_specials(dtype, &[2, 3, 7, 50]),
            write(dtype, &[2, 3, 1, 1]),
        ]
    };
    let mut samples: Vec<Vec<Argument>> = [Dtype::F32, Dtype::F16, Dtype::F64]
        .iter()
        .map(sample)
        .collect();
    samples.insert(
        0,
        vec![
            numbers(Dtype::F32, &[2, 2, 3, 4]),
            write(Dtype::F32, &[2, 2, 1, 1]),
        ],
    );
    samples
}

/// With a correction, and one output.
pub fn corrected(correction: fn(usize) -> Argument) -> Vec<Vec<Argument>> {
    let mut samples = over_axes(&SHORT, numbers, |parts| {
        let out = write(parts.dtype, parts.out);
        vec![parts.tensor, parts.axes, parts.keep, out]
    });
    // In two passes, shared by threads.
    samples.push(one(long()));
    for (number, sample) in samples.iter_mut().enumerate() {
        sample.insert(2, correction(number));
    }
    samples
}

/// 1, 0, 1, 2, 5 and so on.
pub fn corrections() -> Vec<Vec<Argument>> {
    corrected(|number| Argument::Int([1, 0, 1, 2, 5, -3][number % 6]))
}

pub fn two_corrections() -> Vec<Vec<Argument>> {
    let mut samples = corrections();
    for sample in &mut samples {
        let out = sample[4].clone();
        sample.push(out);
    }
    samples
}

pub fn one(parts: Parts) -> Vec<Argument> {
    let out = write(parts.dtype, parts.out);
    vec![parts.tensor, parts.axes, parts.keep, out]
}
