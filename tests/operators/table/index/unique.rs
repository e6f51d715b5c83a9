//! The row of `aclnnUnique`.

use crate::reference::search;
use crate::table::shared::search::lengths::{FOUND, INVERSE, SORTED, VALUES, values};
use crate::table::{EMPTY, Row, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnUnique", values)
            .accepts(&[("self", SORTED), VALUES, INVERSE])
            .whole(search::unique)
            .holds(STRIDED | EMPTY)
            .except(FOUND),
    ]
}
