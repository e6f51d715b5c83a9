//! The row of `aclnnGlu`.

use crate::reference::gated;
use crate::table::shared::gated::{FLOATS, FOUR, each, of, splits};
use crate::table::{Accuracy, OVERLAP, Row, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGlu", || {
            each(splits(&FOUR), &[&[]], |split, set| of(split, set, 1))
        })
        .accepts(&[("self", FLOATS), ("out", FLOATS)])
        .computes(|arguments| arguments["self"].dtype())
        .whole(gated::glu)
        .accuracy(Accuracy::Bounds("activation"))
        .holds(STRIDED | OVERLAP),
    ]
}
