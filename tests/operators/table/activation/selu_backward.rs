//! The row of `aclnnSeluBackward`.

use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, MATH, pairs};
use crate::table::{RANK_8, Row, computes};

pub fn rows() -> Vec<Row> {
    let any_rank = EQUAL.without(RANK_8);
    vec![
        Row::new("aclnnSeluBackward", pairs)
            .accepts(&[
                ("gradOutput", "f32 f16 i32 i8 | 910B 950: + bf16"),
                ("result", "as gradOutput"),
                ("gradInput", "as gradOutput"),
            ])
            .computes(computes::own)
            .elements(gradients::selu_backward)
            .accuracy(MATH)
            .holds(any_rank),
    ]
}
