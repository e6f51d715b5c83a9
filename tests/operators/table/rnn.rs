//! Operators of ops-nn, `rnn/`.

use crate::table::rows::LAYOUT;
use hostnpu::tensor::Dtype;

use super::Row;
use super::rows::ROWS;
use super::samples::{read, write};
use crate::argument::{Argument, Tensor};
use crate::reference::{gru, lstm, lstm_cell};

/// Steps, sequences, inputs, what is hidden, layers; biases, two directions, the batch first, training.
type Case = (Dtype, [i64; 5], [bool; 4]);

const CASES: [Case; 5] = [
    (Dtype::F32, [3, 2, 4, 5, 1], [true, false, false, true]),
    (Dtype::F16, [4, 3, 5, 3, 2], [true, true, true, true]),
    (Dtype::F32, [1, 1, 2, 9, 3], [false, true, false, true]),
    (Dtype::F32, [2, 3, 6, 2, 2], [false, false, true, false]),
    // More rows and columns than a tile.
    (Dtype::F32, [3, 19, 7, 30, 1], [true, false, false, false]),
];

/// Numbers between -1 and 1.
fn small(dtype: Dtype, shape: &[i64], number: i64) -> Argument {
    let of = |i: i64| ((i * 7919 + number * 331) % 1009 - 504) as f64 / 512.0;
    let count = shape.iter().product::<i64>().clamp(1, 509);
    read(dtype, shape, &(0..count).map(of).collect::<Vec<_>>())
}

fn list(tensors: impl IntoIterator<Item = Argument>) -> Argument {
    let tensors = tensors
        .into_iter()
        .flat_map(|tensor| tensor.tensors().to_vec());
    Argument::Tensors(tensors.collect::<Vec<Tensor>>())
}

/// The number of sequences in each step of three.
fn sizes() -> Argument {
    read(Dtype::I64, &[3], &[2.0, 2.0, 1.0])
}

/// Of a call of three steps and two sequences, one in which these are of several lengths: inputs and outputs by rows of all steps.
fn by_rows(mut arguments: Vec<Argument>, at: usize, tensors: &[usize]) -> Vec<Argument> {
    arguments[at] = sizes();
    for &tensor in tensors {
        let tensor = &mut arguments[tensor].tensors_mut()[0];
        let last = tensor.shape[2];
        *tensor = tensor.reshaped(&[6, last]);
    }
    arguments
}

/// The shapes of a case for so many gates: input, output, states, states of each step, parameters.
fn shapes(
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

fn lstm_calls() -> Vec<Vec<Argument>> {
    let sample = |case: &Case| {
        let &(dtype, [.., layers], [bias, two, is_batch_first, trains]) = case;
        let ([input, output, state, step], parameters) = shapes(4, case);
        let parameters = parameters
            .iter()
            .zip(2..)
            .map(|(shape, number)| small(dtype, shape, number));
        let states = || match trains {
            true => list((0..state[0]).map(|_| write(dtype, &step))),
            false => Argument::Null,
        };
        let mut arguments = vec![small(dtype, &input, 1), list(parameters)];
        arguments.push(match trains {
            true => list([small(dtype, &state, 90), small(dtype, &state, 91)]),
            false => Argument::Null,
        });
        arguments.extend([
            Argument::Null,
            Argument::Bool(bias),
            Argument::Int(layers),
            Argument::Float(0.0),
        ]);
        arguments.extend([trains, two, is_batch_first].map(Argument::Bool));
        arguments.extend([
            write(dtype, &output),
            write(dtype, &state),
            write(dtype, &state),
        ]);
        arguments.extend((0..7).map(|_| states()));
        arguments
    };
    let mut samples: Vec<_> = CASES.iter().map(sample).collect();
    samples.push(by_rows(samples[0].clone(), 3, &[0]));
    // Two directions: the second one begins where the sequences end.
    let both = (Dtype::F32, [3, 2, 4, 3, 2], [true, true, false, true]);
    samples.push(by_rows(sample(&both), 3, &[0]));
    samples
}

fn lstm_backward() -> Vec<Vec<Argument>> {
    let sample = |(number, case): (usize, &Case)| {
        let &(dtype, [.., layers], [bias, two, is_batch_first, _]) = case;
        let ([input, output, state, step], parameters) = shapes(4, case);
        let mut arguments = vec![
            small(dtype, &input, 1),
            list([small(dtype, &state, 90), small(dtype, &state, 91)]),
            list(
                parameters
                    .iter()
                    .zip(2..)
                    .map(|(shape, number)| small(dtype, shape, number)),
            ),
            small(dtype, &output, 92),
            small(dtype, &state, 93),
            small(dtype, &state, 94),
        ];
        if number == 2 {
            arguments[4] = Argument::Null;
        }
        let states =
            |kind: i64| list((0..state[0]).map(|at| small(dtype, &step, 100 + 16 * kind + at)));
        arguments.extend((0..7).map(states));
        arguments.extend([
            Argument::Null,
            Argument::Bool(bias),
            Argument::Int(layers),
            Argument::Float(0.0),
        ]);
        arguments.extend([true, two, is_batch_first].map(Argument::Bool));
        arguments.push(Argument::Bools(vec![true; 4]));
        arguments.extend([
            write(dtype, &input),
            write(dtype, &state),
            write(dtype, &state),
        ]);
        arguments.push(list(parameters.iter().map(|shape| write(dtype, shape))));
        arguments
    };
    let mut samples: Vec<_> = CASES.iter().enumerate().map(sample).collect();
    samples.push(by_rows(samples[0].clone(), 13, &[0, 3, 21]));
    let both = (Dtype::F32, [3, 2, 4, 3, 2], [true, true, false, true]);
    samples.push(by_rows(sample((0, &both)), 13, &[0, 3, 21]));
    samples
}

fn gru_calls() -> Vec<Vec<Argument>> {
    let sample = |case: &Case| {
        let &(dtype, [.., layers], [bias, two, is_batch_first, trains]) = case;
        let ([input, output, state, step], parameters) = shapes(3, case);
        let parameters = parameters.iter().zip(2..);
        let parameters = parameters.map(|(shape, number)| small(dtype, shape, number));
        let (given, kept) = match trains {
            true => (
                small(dtype, &state, 90),
                list((0..state[0]).map(|_| write(dtype, &step))),
            ),
            false => (Argument::Null, Argument::Null),
        };
        let mut arguments = vec![small(dtype, &input, 1), list(parameters), given];
        arguments.extend([Argument::Null, Argument::Bool(bias), Argument::Int(layers)]);
        arguments.push(Argument::Float(0.0));
        arguments.extend([trains, two, is_batch_first].map(Argument::Bool));
        arguments.extend([write(dtype, &output), write(dtype, &state)]);
        arguments.extend(vec![kept; 5]);
        arguments
    };
    CASES.iter().map(sample).collect()
}

fn gru_gradients() -> Vec<Vec<Argument>> {
    let sample = |case: &Case| {
        let &(dtype, [.., layers], [bias, two, is_batch_first, _]) = case;
        let ([input, output, state, step], parameters) = shapes(3, case);
        let weights = parameters.iter().zip(2..);
        let weights = weights.map(|(shape, number)| small(dtype, shape, number));
        let mut arguments = vec![small(dtype, &input, 1), list(weights)];
        for (shape, number) in [(&state, 90), (&output, 92), (&state, 93)] {
            arguments.push(small(dtype, shape, number));
        }
        for kind in 0..5 {
            let kept = (0..state[0]).map(|at| small(dtype, &step, 100 + 16 * kind + at));
            arguments.push(list(kept));
        }
        arguments.extend([Argument::Null, Argument::Bool(bias), Argument::Int(layers)]);
        arguments.extend([two, is_batch_first].map(Argument::Bool));
        arguments.extend([write(dtype, &input), write(dtype, &state)]);
        arguments.push(list(parameters.iter().map(|shape| write(dtype, shape))));
        arguments
    };
    CASES.iter().map(sample).collect()
}

fn cells() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, [rows, n], has_biases) in [
        (Dtype::F32, [3, 4], true),
        (Dtype::F16, [9, 5], false),
        (Dtype::F32, [20, 33], true),
    ] {
        let bias = |number: i64| match has_biases {
            true => small(dtype, &[4 * n], number),
            false => Argument::Null,
        };
        samples.push(vec![
            small(dtype, &[rows, 4 * n], 1),
            small(dtype, &[rows, 4 * n], 2),
            small(dtype, &[rows, n], 3),
            bias(4),
            bias(5),
            write(dtype, &[rows, n]),
            write(dtype, &[rows, n]),
            write(dtype, &[rows, 4 * n]),
        ]);
    }
    samples
}

fn cell_gradients() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, [rows, n], has_bias) in [
        (Dtype::F32, [3, 4], true),
        (Dtype::F16, [9, 5], true),
        (Dtype::F32, [20, 33], true),
    ] {
        let of_rows = |number: i64| small(dtype, &[rows, n], number);
        let mut sample = vec![of_rows(1), of_rows(2), of_rows(3), of_rows(4)];
        sample.extend([
            small(dtype, &[rows, 4 * n], 5),
            Argument::Bool(has_bias),
            write(dtype, &[rows, 4 * n]),
            write(dtype, &[rows, n]),
            write(dtype, &[4 * n]),
        ]);
        samples.push(sample);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    // Null in the plainest call.
    const NULL: &str = "any";
    vec![
        Row::new("aclnnThnnFusedLstmCell", cells)
            .accepts(&[
                ("inputGates", "none | 910B: f32 f16"),
                ("hiddenGates", "as inputGates"),
                ("cx", "as inputGates"),
                ("inputBiasOptional", "as inputGates"),
                ("hiddenBiasOptional", "as inputGates"),
                ("hyOut", "as inputGates"),
                ("cyOut", "as inputGates"),
                ("storageOut", "as inputGates"),
            ])
            .whole(lstm_cell::step)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnThnnFusedLstmCellBackward", cell_gradients)
            .accepts(&[
                ("gradHyOptional", "none | 910B: f32 f16"),
                ("gradCOptional", "as gradHyOptional"),
                ("cx", "as gradHyOptional"),
                ("cy", "as gradHyOptional"),
                ("storage", "as gradHyOptional"),
                ("gradGatesOut", "as gradHyOptional"),
                ("gradCxOut", "as gradHyOptional"),
                ("gradBiasOut", "as gradHyOptional"),
            ])
            .whole(lstm_cell::gradients)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnLSTM", lstm_calls)
            .accepts(&[
                ("input", "f32 f16"),
                ("params", "as input"),
                ("hx", "as input"),
                ("batchSizes", NULL),
                ("output", "as input"),
                ("hy", "as input"),
                ("cy", "as input"),
                ("iOut", "as input"),
                ("jOut", "as input"),
                ("fOut", "as input"),
                ("oOut", "as input"),
                ("hOut", "as input"),
                ("cOut", "as input"),
                ("tanhCOut", "as input"),
            ])
            .whole(lstm::forward)
            .accuracy(ROWS),
        Row::new("aclnnLstmBackward", lstm_backward)
            .accepts(&[
                ("input", "f32 f16"),
                ("hx", "as input"),
                ("params", "as input"),
                ("dy", "as input"),
                ("dh", "as input"),
                ("dc", "as input"),
                ("i", "as input"),
                ("g", "as input"),
                ("f", "as input"),
                ("o", "as input"),
                ("h", "as input"),
                ("c", "as input"),
                ("tanhc", "as input"),
                ("batchSizesOptional", NULL),
                ("dxOut", "as input"),
                ("dhPrevOut", "as input"),
                ("dcPrevOut", "as input"),
                ("dparamsOut", "as input"),
            ])
            .whole(lstm::backward)
            .accuracy(ROWS),
        Row::new("aclnnGRU", gru_calls)
            .accepts(&[
                ("input", "f32 f16"),
                ("params", "as input"),
                ("hx", "as input"),
                ("batchSizes", NULL),
                ("output", "as input"),
                ("hy", "as input"),
                ("rOut", "as input"),
                ("zOut", "as input"),
                ("nOut", "as input"),
                ("hnOut", "as input"),
                ("hOut", "as input"),
            ])
            .whole(gru::forward)
            .accuracy(ROWS),
        Row::new("aclnnGRUBackward", gru_gradients)
            .accepts(&[
                ("input", "f32 f16"),
                ("params", "as input"),
                ("hx", "as input"),
                ("dy", "as input"),
                ("dh", "as input"),
                ("r", "as input"),
                ("z", "as input"),
                ("n", "as input"),
                ("hn", "as input"),
                ("h", "as input"),
                ("batchSizes", NULL),
                ("dxOut", "as input"),
                ("dhPrevOut", "as input"),
                ("dparamsOut", "as input"),
            ])
            .whole(gru::backward)
            .accuracy(ROWS),
    ]
}
