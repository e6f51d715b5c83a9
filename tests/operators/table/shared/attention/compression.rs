//! Samples and checks of several operators: windows of keys and values that become their weighted sums.

use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::reference::attention::inference::numbers;
use hostnpu::tensor::Dtype::{self, *};

/// Ends of sequences, windows, heads and elements: sequences that are shorter than a window, windows behind one another and overlapping ones.
pub type Case = (&'static [i64], [i64; 2], [i64; 2]);

pub const CASES: [Case; 3] = [
    (&[40, 50, 90], [32, 16], [2, 16]),
    (&[16, 16, 75], [16, 16], [3, 32]),
    (&[101], [48, 32], [1, 16]),
];

/// The first row of each window.
pub fn starts(ends: &[i64], [size, stride]: [i64; 2]) -> Vec<i64> {
    let mut first = 0;
    let mut all = Vec::new();
    for &end in ends {
        all.extend(
            (first..)
                .step_by(stride as usize)
                .take_while(|start| start + size <= end),
        );
        first = end;
    }
    all
}

pub const TYPES: [Dtype; 3] = [F16, Bf16, F16];

pub fn tensor(arguments: &Arguments, at: usize) -> (&Tensor, Vec<f64>) {
    let tensor = &arguments[at].tensors()[0];
    (tensor, numbers(tensor, false))
}

pub fn ints(argument: &Argument) -> &[i64] {
    match argument {
        Argument::Ints(numbers) => numbers,
        other => panic!("{other:?}"),
    }
}

pub fn int(argument: &Argument) -> i64 {
    match argument {
        Argument::Int(number) => *number,
        other => panic!("{other:?}"),
    }
}

pub type Types = &'static [(&'static str, &'static str)];

pub const SHORT: &str = "none | 910B 950: f16 bf16";
