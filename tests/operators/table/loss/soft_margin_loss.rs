//! The row of `aclnnSoftMarginLoss`.

use crate::reference::losses;
use crate::table::shared::losses::LOSSES;
use crate::table::shared::losses::pairs::{LOSS, plain};
use crate::table::{BROADCAST, ELEMENTWISE, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSoftMarginLoss", plain)
            .accepts(LOSS)
            .computes(computes::promoted)
            .whole(losses::soft_margin)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE | BROADCAST),
    ]
}
