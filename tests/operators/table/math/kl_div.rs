//! The row of `aclnnKlDiv`.

use crate::reference::losses;
use crate::table::shared::losses::pairs::{PAIR, divergences};
use crate::table::shared::losses::{LOSSES, SHORT};
use crate::table::{BROADCAST, ELEMENTWISE, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnKlDiv", divergences)
            .accepts(&[PAIR[0], PAIR[1], ("out", SHORT)])
            .computes(computes::promoted)
            .whole(losses::kl)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE | BROADCAST),
    ]
}
