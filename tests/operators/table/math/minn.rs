//! The row of `aclnnMinN`.

use crate::reference::lists;
use crate::table::shared::math::weighted::{CHOSEN, broadcast_lists};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMinN", broadcast_lists)
            .accepts(&[("tensors", CHOSEN), ("out", "as tensors")])
            .computes(computes::own)
            .elements(lists::smallest),
    ]
}
