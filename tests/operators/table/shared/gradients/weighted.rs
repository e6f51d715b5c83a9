//! Samples and checks of several operators: gradients that take weights.

use crate::table::shared::gradients::*;

/// Logits with both factors, with one, and with none, and each reduction.
pub fn targets() -> Vec<Vec<Argument>> {
    let of = |shape: &[i64], kinds: [Option<&[i64]>; 2], reduction, close_by: bool| {
        let input = |shape: &[i64], seed| match close_by {
            true => read(Dtype::F32, shape, &close()[seed as usize * 40..]),
            false => patterns(Dtype::F32, shape, seed),
        };
        let factor = |kind: Option<&[i64]>, seed| match kind {
            Some(shape) => input(shape, seed),
            None => Argument::Null,
        };
        vec![
            input(shape, 1),
            input(shape, 2),
            input(shape, 3),
            factor(kinds[0], 4),
            factor(kinds[1], 5),
            Argument::Int(reduction),
            write(Dtype::F32, shape),
        ]
    };
    vec![
        of(&[3, 4], [Some(&[3, 4]), Some(&[3, 4])], 0, true),
        of(&[30, 41], [Some(&[30, 1]), None], 1, true),
        of(&[30, 41], [None, Some(&[41])], 2, true),
        of(&[30, 41], [None, None], 0, false),
    ]
}
