//! The row of `aclnnFastGelu`.

use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, LATER, MATH, single};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFastGelu", single)
            .accepts(&[("self", LATER), ("out", "as self")])
            .computes(computes::own)
            .elements(gradients::fast_gelu)
            .accuracy(MATH)
            .holds(EQUAL),
    ]
}
