//! The row of `aclnnAvgPool3dBackward`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::pooling;
use crate::table::shared::pooling::averages::{VOLUMES, backward};
use crate::table::{Row, SHAPE, STRIDED};

/// Also in other types of each tensor.
fn volumes_backward() -> Vec<Vec<Argument>> {
    let mut samples = backward(&VOLUMES, &[]);
    samples[1][8].set_dtype(Dtype::F32);
    samples[2][0].set_dtype(Dtype::F16);
    samples
}

const AFTER_910: &str = "none | 910B 950: f32 f16 bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAvgPool3dBackward", volumes_backward)
            .accepts(&[
                ("gradOutput", AFTER_910),
                ("self", AFTER_910),
                ("output", AFTER_910),
            ])
            .whole(pooling::averages_even_backward)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
    ]
}
