//! The row of `aclnnGluBackward`.

use crate::reference::gated;
use crate::table::shared::gated::{FLOATS, FOUR, each, gradient, splits};
use crate::table::{Accuracy, OVERLAP, Row, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGluBackward", || each(splits(&FOUR), &[&[]], gradient))
            .accepts(&[("gradOut", "as self"), ("self", FLOATS), ("out", "as self")])
            .computes(|arguments| arguments["gradOut"].dtype())
            .whole(gated::glu_gradient)
            .accuracy(Accuracy::Bounds("activation"))
            .holds(STRIDED | OVERLAP),
    ]
}
