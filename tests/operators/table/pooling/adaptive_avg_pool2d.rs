//! The row of `aclnnAdaptiveAvgPool2d`.

use crate::argument::Argument;
use crate::reference::pooling;
use crate::table::shared::pooling::as_images;
use crate::table::shared::pooling::shares::{FLOATS, IMAGES, averages};
use crate::table::{Row, SHAPE, STRIDED};

fn averages_of_images() -> Vec<Vec<Argument>> {
    averages(&IMAGES, 2).into_iter().map(as_images).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAdaptiveAvgPool2d", averages_of_images)
            .accepts(&[("self", FLOATS), ("out", "as self")])
            .whole(pooling::averages_shared)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
    ]
}
