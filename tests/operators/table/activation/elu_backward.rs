//! The row of `aclnnEluBackward`.

use crate::argument::Argument;
use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, MATH, REALS, SHORT, float, pairs, with};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnEluBackward", || {
            let mut samples = Vec::new();
            for (numbers, is_result) in [
                ([1.0, 1.0, 1.0], false),
                ([1.7, 0.3, 2.5], false),
                ([1.7, 0.3, 2.5], true),
                ([-1.7, 0.3, -2.5], false),
            ] {
                let mut set = numbers.map(float).to_vec();
                set.push(Argument::Bool(is_result));
                samples.extend(with(pairs(), 1, &[&set]).into_iter().take(3));
            }
            samples
        })
        .accepts(&[
            ("gradOutput", SHORT),
            ("alpha", REALS),
            ("scale", REALS),
            ("inputScale", REALS),
            ("selfOrResult", "as gradOutput"),
            ("gradInput", "castable"),
        ])
        .computes(computes::own)
        .elements(gradients::elu_backward)
        .accuracy(MATH)
        .holds(EQUAL),
    ]
}
