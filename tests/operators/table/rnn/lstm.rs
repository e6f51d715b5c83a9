//! The row of `aclnnLSTM`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::lstm;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rnn::{CASES, Case, NULL, by_rows, list, shapes, small};
use crate::table::shared::rows::ROWS;

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

pub fn rows() -> Vec<Row> {
    vec![
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
    ]
}
