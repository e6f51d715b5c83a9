//! The row of `aclnnSoftplus`.

use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, MATH, REALS, SHORT, float, single, with};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSoftplus", || {
            let sets = [[1.3, 20.0], [-0.7, 1.0], [0.0, 3.0], [5.0, f64::INFINITY]];
            let sets = sets.map(|set| set.map(float));
            with(single(), 1, &sets.each_ref().map(|set| &set[..]))
        })
        .accepts(&[
            ("self", SHORT),
            ("beta", REALS),
            ("threshold", REALS),
            ("out", "castable"),
        ])
        .computes(computes::own)
        .elements(gradients::softplus)
        .accuracy(MATH)
        .holds(EQUAL),
    ]
}
