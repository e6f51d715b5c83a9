//! The row of `aclnnHardSwish`.

use crate::table::shared::gradients::{EQUAL, single};
use crate::table::{RANK_8, Row, SHAPE, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnHardSwish", single)
            .accepts(&[("x", "none | 950: f32 f16 bf16"), ("yOut", "as x")])
            .computes(computes::own)
            .elements(crate::reference::rectifiers::hard_swish)
            .holds(EQUAL.without(SHAPE).without(RANK_8)),
    ]
}
