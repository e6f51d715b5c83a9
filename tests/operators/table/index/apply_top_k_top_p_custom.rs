//! The row of `aclnnApplyTopKTopPCustom`.

use crate::reference::sampling;
use crate::table::shared::search::sampling::{SHORT, applied};
use crate::table::{Accuracy, OVERLAP, Row, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnApplyTopKTopPCustom", applied)
            .accepts(&[
                ("logits", SHORT),
                ("p", "as logits"),
                ("k", "none | 910B 950: i32"),
                ("out", "as logits"),
            ])
            .whole(sampling::applied)
            .accuracy(Accuracy::Copied)
            .holds(STRIDED | OVERLAP),
    ]
}
