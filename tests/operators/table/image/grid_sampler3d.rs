//! The row of `aclnnGridSampler3D`.

use crate::reference::grids;
use crate::table::shared::grids::{FORWARD, VOLUMES, calls};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGridSampler3D", || calls(&VOLUMES, 2, false))
            .accepts(FORWARD)
            .whole(grids::forward)
            .ulp(0.500_01, 64.0)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
