//! The rows of `aclnnHardswishBackward` and `aclnnHardswishBackwardV2`.

use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, MATH, SHORT, pairs};
use crate::table::{Row, computes};

const SAME: &[(&str, &str)] = &[
    ("gradOutput", SHORT),
    ("self", "as gradOutput"),
    ("out", "as gradOutput"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnHardswishBackward", pairs)
            .accepts(SAME)
            .computes(computes::own)
            .elements(gradients::hard_swish_backward)
            .accuracy(MATH)
            .holds(EQUAL),
        Row::new("aclnnHardswishBackwardV2", pairs)
            .accepts(SAME)
            .computes(computes::own)
            .elements(gradients::hard_swish_backward_v2)
            .accuracy(MATH)
            .holds(EQUAL),
    ]
}
