//! The row of `aclnnUniqueDim`.

use crate::argument::Argument;
use crate::reference::search;
use crate::table::shared::search::lengths::{COUNTS, FOUND, INVERSE, SORTED, VALUES, slices};
use crate::table::{EMPTY, Row, STRIDED};

fn sorted_slices() -> Vec<Vec<Argument>> {
    slices(&[0, -1], true)
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnUniqueDim", sorted_slices)
            .accepts(&[("self", SORTED), VALUES, INVERSE, COUNTS])
            .whole(search::unique_dim)
            .holds(STRIDED | EMPTY)
            .except(FOUND),
    ]
}
