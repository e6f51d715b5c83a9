//! The row of `aclnnSwish`.

use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, MATH, REALS, SHORT, float, single, with};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSwish", || {
            with(single(), 1, &[&[float(1.3)], &[float(0.0)], &[float(-2.0)]])
        })
        .accepts(&[("self", SHORT), ("betaOptional", REALS), ("out", "as self")])
        .computes(computes::own)
        .elements(gradients::swish)
        .accuracy(MATH)
        .holds(EQUAL),
    ]
}
