//! The rows of `aclnnGelu` and `aclnnGeluV2`.

use crate::argument::Argument;
use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, MATH, SHORT, single, with};
use crate::table::{RANK_8, Row, computes};

pub fn rows() -> Vec<Row> {
    let any_rank = EQUAL.without(RANK_8);
    vec![
        Row::new("aclnnGelu", single)
            .accepts(&[("self", SHORT), ("out", "as self")])
            .computes(computes::own)
            .elements(gradients::gelu_tanh)
            .accuracy(MATH)
            .holds(EQUAL),
        Row::new("aclnnGeluV2", || {
            with(single(), 1, &[&[Argument::Int(0)], &[Argument::Int(1)]])
        })
        .accepts(&[("x", SHORT), ("y", "as x")])
        .computes(computes::own)
        .elements(gradients::gelu_by_number)
        .accuracy(MATH)
        .holds(any_rank),
    ]
}
