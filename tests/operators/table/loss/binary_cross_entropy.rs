//! The row of `aclnnBinaryCrossEntropy`.

use crate::reference::losses;
use crate::table::shared::losses::entropy::calls;
use crate::table::shared::losses::{LOSSES, SHORT, probable};
use crate::table::{ELEMENTWISE, RANK_8, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBinaryCrossEntropy", || calls(probable, 1))
            .accepts(&[
                ("self", SHORT),
                ("target", "as self"),
                ("weight", "as self"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(losses::bce)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE.without(RANK_8)),
    ]
}
