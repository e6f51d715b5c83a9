//! The row of `aclnnLstmBackward`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::lstm;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rnn::{CASES, Case, NULL, by_rows, list, shapes, small};
use crate::table::shared::rows::ROWS;

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

pub fn rows() -> Vec<Row> {
    vec![
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
    ]
}
