//! The row of `aclnnAvgPool2d`.

use crate::argument::Argument;
use crate::reference::pooling;
use crate::table::shared::pooling::as_images;
use crate::table::shared::pooling::averages::{FLOATS, IMAGES, forward};
use crate::table::{Row, SHAPE, STRIDED};

fn images() -> Vec<Vec<Argument>> {
    let samples = forward(&IMAGES, &[Argument::Int(1)]);
    samples.into_iter().map(as_images).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAvgPool2d", images)
            .accepts(&[("self", FLOATS), ("out", "as self")])
            .whole(pooling::averages_even)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
    ]
}
