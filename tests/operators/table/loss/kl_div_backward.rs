//! The row of `aclnnKlDivBackward`.

use crate::reference::losses;
use crate::table::shared::losses::LOSSES;
use crate::table::shared::losses::pairs::{SLOPE, half_or_float, slopes_of};
use crate::table::{ELEMENTWISE, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnKlDivBackward", || slopes_of(1))
            .accepts(SLOPE)
            .computes(half_or_float)
            .whole(losses::kl_backward)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE),
    ]
}
