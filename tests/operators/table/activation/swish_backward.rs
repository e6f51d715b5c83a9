//! The row of `aclnnSwishBackward`.

use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, MATH, REALS, SHORT, float, pairs, with};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSwishBackward", || {
            with(pairs(), 2, &[&[float(1.3)], &[float(0.0)], &[float(-2.0)]])
        })
        .accepts(&[
            ("gradOutput", SHORT),
            ("self", "as gradOutput"),
            ("betaOptional", REALS),
            ("gradInput", "as gradOutput"),
        ])
        .computes(computes::own)
        .elements(gradients::swish_backward)
        .accuracy(MATH)
        .holds(EQUAL),
    ]
}
