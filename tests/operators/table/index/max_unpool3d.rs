//! The row of `aclnnMaxUnpool3d`.

use crate::reference::repeats;
use crate::table::shared::search::places::{CONTIGUOUS, POOLED, pooled_volumes};
use crate::table::{Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaxUnpool3d", pooled_volumes)
            .accepts(&[
                ("self", POOLED),
                ("indices", "i32 i64"),
                ("outRef", "as self"),
            ])
            .whole(repeats::max_unpool)
            .holds(STRIDED | SHAPE)
            .except(&[("strided outRef", CONTIGUOUS)]),
    ]
}
