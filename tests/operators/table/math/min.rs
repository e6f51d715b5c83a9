//! The row of `aclnnMin`.

use crate::reference::reductions;
use crate::table::shared::math::extremes::of_all;
use crate::table::shared::math::reductions::REALS;
use crate::table::{EMPTY, OVERLAP, RANK_0, Row, SHAPE, STRIDED, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMin", of_all)
            .accepts(&[("self", REALS), ("out", REALS)])
            .computes(computes::own)
            .whole(reductions::min_of_all)
            .holds(STRIDED | EMPTY | RANK_0 | OVERLAP | SHAPE),
    ]
}
