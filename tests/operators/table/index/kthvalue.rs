//! The row of `aclnnKthvalue`.

use crate::reference::ordering;
use crate::table::shared::search::ordering::{INDEXED, INDICES, VALUES, kths};
use crate::table::{OVERLAP, Row, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnKthvalue", kths)
            .accepts(&[("self", INDEXED), VALUES, INDICES])
            .whole(ordering::kth)
            .holds(STRIDED | OVERLAP),
    ]
}
