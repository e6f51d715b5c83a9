//! The row of `aclnnAll`.

use crate::reference::reductions;
use crate::table::shared::math::extremes::{TYPES, samples};
use crate::table::shared::math::reductions::REDUCES;
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAll", samples)
            .accepts(TYPES)
            .computes(computes::boolean)
            .whole(reductions::all)
            .holds(REDUCES),
    ]
}
