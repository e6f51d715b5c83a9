//! The row of `aclnnSwiGluGrad`.

use crate::reference::gated;
use crate::table::shared::gated::{THREE, UNITS, each, gradient, splits};
use crate::table::{Accuracy, OVERLAP, Row, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSwiGluGrad", || each(splits(&THREE), &[&[]], gradient))
            .accepts(&[("yGrad", UNITS), ("x", "as yGrad"), ("out", "as yGrad")])
            .computes(|arguments| arguments["yGrad"].dtype())
            .whole(gated::swiglu_gradient)
            .accuracy(Accuracy::Bounds("activation"))
            .holds(STRIDED | OVERLAP),
    ]
}
