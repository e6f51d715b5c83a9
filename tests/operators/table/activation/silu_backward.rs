//! The row of `aclnnSiluBackward`.

use crate::reference::gradients;
use crate::table::Row;
use crate::table::shared::gradients::{EQUAL, MATH, SHORT, own_or_f32, pairs};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSiluBackward", pairs)
            .accepts(&[
                ("gradOutput", SHORT),
                ("self", "as gradOutput | 950: f32 f16 bf16"),
                ("gradInput", "as gradOutput | 950: result"),
            ])
            .computes(own_or_f32)
            .elements(gradients::swish_backward)
            .accuracy(MATH)
            .holds(EQUAL),
    ]
}
