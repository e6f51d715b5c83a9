//! The row of `aclnnGridSampler2D`.

use crate::reference::grids;
use crate::table::shared::grids::{FORWARD, IMAGES, calls};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGridSampler2D", || calls(&IMAGES, 3, false))
            .accepts(FORWARD)
            .whole(grids::forward)
            .ulp(0.500_01, 64.0)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
