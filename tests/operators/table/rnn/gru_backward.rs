//! The row of `aclnnGRUBackward`.

use crate::argument::Argument;
use crate::reference::gru;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rnn::{CASES, Case, NULL, list, shapes, small};
use crate::table::shared::rows::ROWS;

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

pub fn rows() -> Vec<Row> {
    vec![
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
