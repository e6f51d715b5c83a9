//! The row of `aclnnStd`.

use crate::reference::reductions;
use crate::table::shared::math::reductions::{REDUCES, SUMS};
use crate::table::shared::math::statistics::{ONE, corrections};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnStd", corrections)
            .accepts(ONE)
            .computes(computes::own)
            .whole(reductions::deviation)
            .accuracy(SUMS)
            .holds(REDUCES),
    ]
}
