//! The row of `aclnnHardsigmoidBackward`.

use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, SHORT, pairs};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnHardsigmoidBackward", pairs)
            .accepts(&[("gradOutput", SHORT), ("self", SHORT), ("out", "castable")])
            .computes(computes::promoted)
            .elements(gradients::hard_sigmoid_backward)
            .holds(EQUAL),
    ]
}
