//! The row of `aclnnMrgbaCustom`.

use crate::argument::Argument;
use crate::reference::pictures as reference;
use crate::table::shared::pictures::{ON_310P, blended};
use crate::table::shared::rows::ROWS;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn faded() -> Vec<Vec<Argument>> {
    let without_frame = |mut sample: Vec<Argument>| {
        sample.remove(2);
        sample
    };
    blended().into_iter().map(without_frame).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMrgbaCustom", faded)
            .accepts(&[("rgb", ON_310P), ("alpha", ON_310P), ("out", ON_310P)])
            .whole(reference::faded)
            .accuracy(ROWS)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
