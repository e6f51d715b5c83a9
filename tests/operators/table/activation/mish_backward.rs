//! The row of `aclnnMishBackward`.

use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, MATH, SHORT, broadcast};
use crate::table::{BROADCAST, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMishBackward", broadcast)
            .accepts(&[("gradOutput", SHORT), ("self", SHORT), ("gradInput", SHORT)])
            .computes(computes::promoted)
            .elements(gradients::mish_backward)
            .accuracy(MATH)
            .holds(EQUAL | BROADCAST),
    ]
}
