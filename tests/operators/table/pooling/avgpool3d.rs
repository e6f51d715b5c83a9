//! The row of `aclnnAvgPool3d`.

use crate::argument::Argument;
use crate::reference::pooling;
use crate::table::shared::pooling::averages::{FLOATS, VOLUMES, forward};
use crate::table::{Row, SHAPE, STRIDED};

fn volumes() -> Vec<Vec<Argument>> {
    forward(&VOLUMES, &[])
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAvgPool3d", volumes)
            .accepts(&[("self", FLOATS), ("out", "as self")])
            .whole(pooling::averages_even)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
    ]
}
