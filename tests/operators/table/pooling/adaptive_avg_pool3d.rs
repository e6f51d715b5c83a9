//! The row of `aclnnAdaptiveAvgPool3d`.

use crate::argument::Argument;
use crate::reference::pooling;
use crate::table::shared::pooling::shares::{FLOATS, VOLUMES, averages};
use crate::table::{Row, SHAPE, STRIDED};

fn averages_of_volumes() -> Vec<Vec<Argument>> {
    averages(&VOLUMES, 3)
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAdaptiveAvgPool3d", averages_of_volumes)
            .accepts(&[("self", FLOATS), ("out", "as self")])
            .whole(pooling::averages_shared)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
    ]
}
