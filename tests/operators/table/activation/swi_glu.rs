//! The row of `aclnnSwiGlu`.

use crate::reference::gated;
use crate::table::shared::gated::{THREE, UNITS, each, of, splits};
use crate::table::{Accuracy, OVERLAP, Row, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSwiGlu", || {
            each(splits(&THREE), &[&[]], |split, set| of(split, set, 1))
        })
        .accepts(&[("x", UNITS), ("out", "as x")])
        .computes(|arguments| arguments["x"].dtype())
        .whole(gated::swiglu)
        .accuracy(Accuracy::Bounds("activation"))
        .holds(STRIDED | OVERLAP),
    ]
}
