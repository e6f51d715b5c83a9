//! The row of `aclnnFastGeluBackward`.

use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, LATER, MATH, pairs};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFastGeluBackward", pairs)
            .accepts(&[
                ("gradOutput", LATER),
                ("self", "as gradOutput"),
                ("gradInput", "as gradOutput"),
            ])
            .computes(computes::own)
            .elements(gradients::fast_gelu_backward)
            .accuracy(MATH)
            .holds(EQUAL),
    ]
}
