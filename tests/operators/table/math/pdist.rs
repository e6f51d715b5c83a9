//! The row of `aclnnPdist`.

use crate::argument::Argument;
use crate::reference::distances;
use crate::table::shared::distances::pairs;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnPdist", || pairs(Argument::Float))
            .accepts(&[("self", "f32 f16"), ("out", "as self")])
            .whole(distances::pairs)
            .ulp(0.500_01, 2.0)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
