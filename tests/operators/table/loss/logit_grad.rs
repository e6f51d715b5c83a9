//! The row of `aclnnLogitGrad`.

use crate::argument::Argument;
use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, LATER, MATH, pairs, with};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLogitGrad", || {
            with(
                pairs(),
                2,
                &[
                    &[Argument::Float(-1.0)],
                    &[Argument::Float(0.25)],
                    &[Argument::Float(0.75)],
                ],
            )
        })
        .accepts(&[("x", LATER), ("dy", "as x"), ("out", "as x")])
        .computes(computes::own)
        .elements(gradients::logit_backward)
        .accuracy(MATH)
        .holds(EQUAL),
    ]
}
