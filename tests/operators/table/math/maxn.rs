//! The row of `aclnnMaxN`.

use crate::reference::lists;
use crate::table::shared::math::weighted::{CHOSEN, broadcast_lists};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaxN", broadcast_lists)
            .accepts(&[("tensors", CHOSEN), ("out", "as tensors")])
            .computes(computes::own)
            .elements(lists::largest),
    ]
}
