//! Samples and checks of several operators: normalisations of groups of channels, and their gradients.

use crate::argument::Argument;
use crate::table::samples::write;
use crate::table::shared::rows::{near_1, varied};
use hostnpu::tensor::Dtype;

pub const SHORT: &str = "f32 f16 | 910B 950: + bf16";

/// A type, a batch of channels, and the number of groups: small, long, without further dimensions.
pub const CASES: [(Dtype, &[i64], i64); 5] = [
    (Dtype::F32, &[2, 4, 2, 2], 2),
    (Dtype::F32, &[1, 4, 2500], 2),
    (Dtype::F32, &[5, 4], 2),
    (Dtype::F16, &[2, 4, 33], 4),
    (Dtype::Bf16, &[3, 6, 2, 2, 3], 1),
];

/// Inputs and outputs, without what C passes by value: the first three, and the last three.
pub fn forward(statistics: fn(Dtype) -> Dtype) -> Vec<([Argument; 3], [Argument; 3], i64)> {
    let sample = |&(dtype, shape, groups): &(Dtype, &[i64], i64)| {
        let channels = &shape[1..2];
        let of_groups = [shape[0], groups];
        let parameter = statistics(dtype);
        (
            [
                varied(dtype, shape, 1),
                near_1(parameter, channels, 1),
                varied(parameter, channels, 2),
            ],
            [
                write(dtype, shape),
                write(parameter, &of_groups),
                write(parameter, &of_groups),
            ],
            groups,
        )
    };
    CASES.iter().map(sample).collect()
}

/// The batch, the channels, and what is behind them.
pub fn extents(argument: &Argument) -> [Argument; 3] {
    let shape = &argument.tensors()[0].shape;
    [shape[0], shape[1], shape[2..].iter().product()].map(Argument::Int)
}

pub fn silu() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    let mixed = forward(|_| Dtype::F32).into_iter().skip(3);
    for (inputs, outputs, groups) in forward(|dtype| dtype).into_iter().chain(mixed) {
        let mut sample = inputs.to_vec();
        sample.extend([Argument::Int(groups), Argument::Float(1e-5)]);
        sample.extend(outputs);
        samples.push(sample);
    }
    samples
}
