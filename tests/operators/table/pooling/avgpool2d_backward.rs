//! The row of `aclnnAvgPool2dBackward`.

use crate::argument::Argument;
use crate::reference::pooling;
use crate::table::shared::pooling::as_images;
use crate::table::shared::pooling::averages::{FLOATS, IMAGES, backward};
use crate::table::{Row, SHAPE, STRIDED};

fn images_backward() -> Vec<Vec<Argument>> {
    let mut samples = backward(&IMAGES, &[Argument::Int(0)]);
    // Without strides, windows lie side by side.
    samples[1][3] = Argument::Null;
    samples.into_iter().map(as_images).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAvgPool2dBackward", images_backward)
            .accepts(&[
                ("gradOutput", FLOATS),
                ("self", FLOATS),
                ("gradInput", "as gradOutput"),
            ])
            .whole(pooling::averages_even_backward)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
    ]
}
