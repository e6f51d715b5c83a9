//! The rows of `aclnnGeGlu` and `aclnnGeGluV3`.

use crate::argument::Argument;
use crate::reference::gated;
use crate::table::shared::gated::{GEGLU, SHORT, THREE, each, of, splits};
use crate::table::{Accuracy, OVERLAP, Row, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGeGlu", || {
            each(
                splits(&THREE),
                &[&[Argument::Int(0)], &[Argument::Int(1)]],
                |split, set| of(split, set, 2),
            )
        })
        .accepts(&[("self", SHORT), ("out", "as self"), ("outGelu", "as self")])
        .computes(|arguments| arguments["self"].dtype())
        .whole(gated::geglu)
        .accuracy(Accuracy::Bounds("activation"))
        .holds(STRIDED | OVERLAP),
        Row::new("aclnnGeGluV3", || {
            each(splits(&THREE), &GEGLU, |split, set| of(split, set, 2))
        })
        .accepts(&[("self", SHORT), ("out", "as self"), ("outGelu", "as self")])
        .computes(|arguments| arguments["self"].dtype())
        .whole(gated::geglu)
        .accuracy(Accuracy::Bounds("activation"))
        .holds(STRIDED | OVERLAP),
    ]
}
