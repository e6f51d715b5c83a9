//! Samples and checks of several operators: losses of sequences, margins, points, and of classes that several devices share.

use crate::argument::Argument;
use crate::table::samples::{read, write};
use crate::table::shared::losses::numbered;
use hostnpu::tensor::Dtype;

/// Logarithms of probabilities, some of which are the same.
pub fn logarithms(dtype: Dtype, shape: &[i64]) -> Argument {
    numbered(dtype, shape, 1, |i| -0.25 - (i % 61) as f64 / 16.0)
}

/// The type, steps, samples and classes, targets of each sample, steps of each, and whether targets follow each other.
pub type Case = (
    Dtype,
    [i64; 3],
    &'static [&'static [i64]],
    &'static [i64],
    bool,
);

pub const CASES: [Case; 5] = [
    (Dtype::F32, [5, 2, 4], &[&[1, 2], &[3]], &[5, 4], false),
    // Repeated classes need a blank between; none and all steps.
    (
        Dtype::F32,
        [7, 3, 5],
        &[&[1, 1, 3], &[], &[2]],
        &[7, 3, 0],
        true,
    ),
    (Dtype::F64, [6, 2, 4], &[&[3, 3], &[1, 2]], &[6, 5], true),
    (Dtype::F16, [4, 1, 3], &[&[1]], &[4], false),
    (Dtype::Bf16, [4, 2, 3], &[&[2, 1], &[1, 2]], &[4, 4], false),
];

pub fn ctc() -> Vec<Vec<Argument>> {
    let call = |&(dtype, shape, targets, steps, flat): &Case| {
        let longest = targets.iter().map(|target| target.len()).max().unwrap();
        let padded = |target: &&[i64]| {
            let filled = if flat { target.len() } else { longest };
            let classes = target.iter().copied().chain(std::iter::repeat(0));
            classes
                .take(filled)
                .map(|class| class as f64)
                .collect::<Vec<_>>()
        };
        let classes: Vec<f64> = targets.iter().flat_map(padded).collect();
        let extents = match flat {
            true => vec![classes.len() as i64],
            false => vec![targets.len() as i64, longest as i64],
        };
        let lengths = targets.iter().map(|target| target.len() as i64).collect();
        vec![
            logarithms(dtype, &shape),
            read(Dtype::I64, &extents, &classes),
            Argument::Ints(steps.to_vec()),
            Argument::Ints(lengths),
            Argument::Int(0),
            Argument::Bool(true),
            write(dtype, &shape[1..2]),
            write(dtype, &[shape[1], shape[0], 2 * longest as i64 + 1]),
        ]
    };
    CASES.iter().map(call).collect()
}

pub const PROBABILITIES: &str = "f32 f64 | 910B 950: + f16 bf16";
pub const TARGETS: (&str, &str) = ("targets", "i64 i32 bool f32 f16");
pub const AS: &str = "as logProbs";
