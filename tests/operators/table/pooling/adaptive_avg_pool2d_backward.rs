//! The row of `aclnnAdaptiveAvgPool2dBackward`.

use crate::argument::Argument;
use crate::reference::pooling;
use crate::table::shared::pooling::shares::{FLOATS, IMAGES, gradients};
use crate::table::{Row, SHAPE, STRIDED};

fn gradients_of_images() -> Vec<Vec<Argument>> {
    gradients(&IMAGES)
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAdaptiveAvgPool2dBackward", gradients_of_images)
            .accepts(&[
                ("gradOutput", FLOATS),
                ("self", "as gradOutput"),
                ("out", "as gradOutput"),
            ])
            .whole(pooling::averages_shared_backward_2d)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
    ]
}
