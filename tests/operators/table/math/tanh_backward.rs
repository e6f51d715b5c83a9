//! The row of `aclnnTanhBackward`.

use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, FLOATS, MATH, broadcast};
use crate::table::{BROADCAST, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnTanhBackward", broadcast)
            .accepts(&[
                ("gradOutput", FLOATS),
                ("output", "as gradOutput"),
                ("gradInput", "as gradOutput"),
            ])
            .computes(computes::own)
            .elements(gradients::tanh_backward)
            .accuracy(MATH)
            .holds(EQUAL | BROADCAST),
    ]
}
