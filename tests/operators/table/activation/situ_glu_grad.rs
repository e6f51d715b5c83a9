//! The row of `aclnnSituGluGrad`.

use crate::reference::gated;
use crate::table::shared::gated::{LATER, each, gradient, plain, situ};
use crate::table::{Accuracy, OVERLAP, Row, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSituGluGrad", || each(plain(), &situ(), gradient))
            .accepts(&[("gradY", LATER), ("x", "as gradY"), ("out", "as gradY")])
            .computes(|arguments| arguments["gradY"].dtype())
            .whole(gated::situ_gradient)
            .accuracy(Accuracy::Bounds("activation"))
            .holds(STRIDED | OVERLAP),
    ]
}
