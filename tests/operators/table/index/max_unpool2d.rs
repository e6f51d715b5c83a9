//! The row of `aclnnMaxUnpool2d`.

use crate::reference::repeats;
use crate::table::shared::search::places::{POOLED, pooled_planes};
use crate::table::{Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaxUnpool2d", pooled_planes)
            .accepts(&[("self", POOLED), ("indices", "i32 i64"), ("out", "as self")])
            .whole(repeats::max_unpool)
            .holds(STRIDED | SHAPE),
    ]
}
