//! The row of `aclnnAdaptiveMaxPool2d`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::pooling;
use crate::table::shared::pooling::shares::{IMAGES, largest};
use crate::table::{Row, SHAPE, STRIDED};

fn largest_of_images() -> Vec<Vec<Argument>> {
    let mut samples = largest(&IMAGES, 2, Dtype::I64);
    for at in [0, 2] {
        samples[3][at].set_dtype(Dtype::F64);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAdaptiveMaxPool2d", largest_of_images)
            .accepts(&[
                ("self", "f32 f64 f16 | 910B 950: + bf16"),
                ("outputOut", "as self"),
                ("indicesOut", "i64"),
            ])
            .whole(pooling::largest_shared)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
    ]
}
