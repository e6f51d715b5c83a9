//! The row of `aclnnGridSampler3DBackward`.

use crate::reference::grids;
use crate::table::shared::grids::{FLOATS, VOLUMES, calls};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGridSampler3DBackward", || calls(&VOLUMES, 2, true))
            .accepts(&[
                ("input", FLOATS),
                ("gradOutput", "as input"),
                ("grid", "as input"),
                ("inputGrad", "as input"),
                ("gridGrad", "as input"),
            ])
            .whole(grids::backward)
            .ulp(0.500_01, 64.0)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
