//! The row of `aclnnSilu`.

use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, MATH, SHORT, single};
use crate::table::{RANK_8, Row, computes};

pub fn rows() -> Vec<Row> {
    let any_rank = EQUAL.without(RANK_8);
    vec![
        Row::new("aclnnSilu", single)
            .accepts(&[("self", SHORT), ("out", "as self")])
            .computes(computes::own)
            .elements(gradients::silu)
            .accuracy(MATH)
            .holds(any_rank),
    ]
}
