//! The row of `aclnnAdaptiveMaxPool2dBackward`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::pooling;
use crate::table::shared::pooling::shares::{AFTER_910, IMAGES, largest, taken};
use crate::table::{Row, SHAPE, STRIDED};

fn taken_of_images() -> Vec<Vec<Argument>> {
    let mut forward = largest(&IMAGES, 2, Dtype::I64);
    forward[1][3].set_dtype(Dtype::I32);
    taken(forward)
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAdaptiveMaxPool2dBackward", taken_of_images)
            .accepts(&[
                ("self", AFTER_910),
                ("gradOutput", "as self"),
                ("gradInput", "as self"),
                ("indices", "i32 i64"),
            ])
            .whole(pooling::taken_shared_2d)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
    ]
}
