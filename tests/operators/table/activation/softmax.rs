//! The row of `aclnnSoftmax`.

use crate::reference::rows::softmax;
use crate::table::shared::rows::softmax::{FLOATING, forward};
use crate::table::shared::rows::{LAYOUT, ROWS};
use crate::table::{EMPTY, RANK_0, RANK_8, Row, SHAPE};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSoftmax", forward)
            .accepts(&[("self", FLOATING), ("out", FLOATING)])
            .whole(softmax::softmax)
            .accuracy(ROWS)
            .holds(LAYOUT | EMPTY | RANK_0 | RANK_8 | SHAPE),
    ]
}
