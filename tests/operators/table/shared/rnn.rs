//! Samples and checks of several operators: operators of ops-nn, `rnn/`.

use crate::argument::{Argument, Tensor};
use crate::table::samples::read;
use hostnpu::tensor::Dtype;

/// Steps, sequences, inputs, what is hidden, layers; biases, two directions, the batch first, training.
pub type Case = (Dtype, [i64; 5], [bool; 4]);

pub const CASES: [Case; 5] = [
    (Dtype::F32, [3, 2, 4, 5, 1], [true, false, false, true]),
    (Dtype::F16, [4, 3, 5, 3, 2], [true, true, true, true]),
    (Dtype::F32, [1, 1, 2, 9, 3], [false, true, false, true]),
    (Dtype::F32, [2, 3, 6, 2, 2], [false, false, true, false]),
    // More rows and columns than a tile.
    (Dtype::F32, [3, 19, 7, 30, 1], [true, false, false, false]),
];

/// Numbers between -1 and 1.
pub fn small(dtype: Dtype, shape: &[i64], number: i64) -> Argument {
    let of = |i: i64| ((i * 7919 + number * 331) % 1009 - 504) as f64 / 512.0;
    let count = shape.iter().product::<i64>().clamp(1, 509);
    read(dtype, shape, &(0..count).map(of).collect::<Vec<_>>())
}

pub fn list(tensors: impl IntoIterator<Item = Argument>) -> Argument {
    let tensors = tensors
        .into_iter()
        .flat_map(|tensor| tensor.tensors().to_vec());
    Argument::Tensors(tensors.collect::<Vec<Tensor>>())
}

/// The number of sequences in each step of three.
pub fn sizes() -> Argument {
    read(Dtype::I64, &[3], &[2.0, 2.0, 1.0])
}

/// Of a call of three steps and two sequences, one in which these are of several lengths: inputs and outputs by rows of all steps.
pub fn by_rows(mut arguments: Vec<Argument>, at: usize, tensors: &[usize]) -> Vec<Argument> {
    arguments[at] = sizes();
    for &tensor in tensors {
        let tensor = &mut arguments[tensor].tensors_mut()[0];
        let last = tensor.shape[2];
        *tensor = tensor.reshaped(&[6, last]);
    }
    arguments
}

/// The shapes of a case for so many gates: input, output, states, states of each step, parameters.
pub fn shapes(
    gates: i64,
    &(_, [t, b, i, h, layers], [bias, two, is_batch_first, _]): &Case,
) -> ([Vec<i64>; 4], Vec<Vec<i64>>) {
    let directions = if two { 2 } else { 1 };
    let outer = |last: i64| {
        if is_batch_first {
            vec![b, t, last]
        } else {
            vec![t, b, last]
        }
    };
    let mut parameters = Vec::new();
    for layer in 0..layers {
        for _ in 0..directions {
            let inputs = if layer == 0 { i } else { directions * h };
            parameters.extend([vec![gates * h, inputs], vec![gates * h, h]]);
            if bias {
                parameters.extend([vec![gates * h], vec![gates * h]]);
            }
        }
    }
    let all = layers * directions;
    (
        [
            outer(i),
            outer(directions * h),
            vec![all, b, h],
            vec![t, b, h],
        ],
        parameters,
    )
}

// Null in the plainest call.
pub const NULL: &str = "any";
