//! The row of `aclnnSmoothL1LossBackward`.

use crate::reference::losses;
use crate::table::shared::losses::pairs::{PAIR, of_three, rounded_off, slopes};
use crate::table::shared::losses::{LOSSES, SHORT};
use crate::table::{BROADCAST, ELEMENTWISE, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSmoothL1LossBackward", || slopes(rounded_off()))
            .accepts(&[("gradOut", SHORT), PAIR[0], PAIR[1], ("gradInput", SHORT)])
            .computes(of_three)
            .whole(losses::smooth_l1_backward)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE | BROADCAST),
    ]
}
