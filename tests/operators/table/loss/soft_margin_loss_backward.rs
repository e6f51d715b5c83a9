//! The row of `aclnnSoftMarginLossBackward`.

use crate::reference::losses;
use crate::table::shared::losses::LOSSES;
use crate::table::shared::losses::pairs::{SLOPE, of_three, plain, slopes};
use crate::table::{BROADCAST, ELEMENTWISE, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSoftMarginLossBackward", || slopes(plain()))
            .accepts(SLOPE)
            .computes(of_three)
            .whole(losses::soft_margin_backward)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE | BROADCAST),
    ]
}
