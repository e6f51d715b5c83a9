//! The row of `aclnnAny`.

use crate::reference::reductions;
use crate::table::shared::math::extremes::{TYPES, samples};
use crate::table::shared::math::reductions::REDUCES;
use crate::table::{EMPTY, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAny", samples)
            .accepts(TYPES)
            .computes(computes::boolean)
            .whole(reductions::any)
            .holds(REDUCES | EMPTY),
    ]
}
