//! The row of `aclnnSmoothL1Loss`.

use crate::reference::losses;
use crate::table::shared::losses::LOSSES;
use crate::table::shared::losses::pairs::{PAIR, rounded_off};
use crate::table::{BROADCAST, ELEMENTWISE, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSmoothL1Loss", rounded_off)
            .accepts(&[PAIR[0], PAIR[1], ("result", "castable")])
            .computes(computes::promoted)
            .whole(losses::smooth_l1)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE | BROADCAST),
    ]
}
