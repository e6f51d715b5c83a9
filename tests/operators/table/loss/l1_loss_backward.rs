//! The row of `aclnnL1LossBackward`.

use crate::reference::losses;
use crate::table::shared::losses::LOSSES;
use crate::table::shared::losses::pairs::{MEETING, of_three, plain, slopes};
use crate::table::{BROADCAST, ELEMENTWISE, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnL1LossBackward", || slopes(plain()))
            .accepts(&[
                ("gradOutput", MEETING),
                ("self", MEETING),
                ("target", MEETING),
                ("gradInput", "castable"),
            ])
            .computes(of_three)
            .whole(losses::l1_backward)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE | BROADCAST),
    ]
}
