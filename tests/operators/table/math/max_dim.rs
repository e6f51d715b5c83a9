//! The row of `aclnnMaxDim`.

use crate::reference::reductions;
use crate::table::shared::math::extremes::{INDICES, PAIR, pair, values_and_places};
use crate::table::shared::math::reductions::REDUCES;
use crate::table::{EMPTY, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaxDim", pair)
            .accepts(PAIR)
            .computes(values_and_places)
            .whole(reductions::max_and_index)
            .holds(REDUCES | EMPTY)
            .except(INDICES),
    ]
}
