//! The row of `aclnnGRU`.

use crate::argument::Argument;
use crate::reference::gru;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rnn::{CASES, Case, NULL, list, shapes, small};
use crate::table::shared::rows::ROWS;

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

pub fn rows() -> Vec<Row> {
    vec![
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
    ]
}
