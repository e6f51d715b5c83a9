//! The row of `aclnnSituGlu`.

use crate::reference::gated;
use crate::table::shared::gated::{LATER, each, of, plain, situ};
use crate::table::{Accuracy, OVERLAP, Row, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSituGlu", || {
            each(plain(), &situ(), |split, set| of(split, set, 1))
        })
        .accepts(&[("x", LATER), ("out", "as x")])
        .computes(|arguments| arguments["x"].dtype())
        .whole(gated::situ)
        .accuracy(Accuracy::Bounds("activation"))
        .holds(STRIDED | OVERLAP),
    ]
}
