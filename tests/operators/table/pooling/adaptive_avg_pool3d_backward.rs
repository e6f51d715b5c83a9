//! The row of `aclnnAdaptiveAvgPool3dBackward`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::pooling;
use crate::table::shared::pooling::shares::{VOLUMES, gradients};
use crate::table::{Row, SHAPE, STRIDED};

/// Also of DOUBLE, for averages of whole volumes.
fn gradients_of_volumes() -> Vec<Vec<Argument>> {
    let mut samples = gradients(&VOLUMES);
    let mut double = samples[0].clone();
    double
        .iter_mut()
        .for_each(|argument| argument.set_dtype(Dtype::F64));
    samples.push(double);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAdaptiveAvgPool3dBackward", gradients_of_volumes)
            .accepts(&[
                ("gradOutput", "f32 f64 f16 | 910B 950: + bf16"),
                ("self", "as gradOutput"),
                ("out", "as gradOutput"),
            ])
            .whole(pooling::averages_shared_backward_3d)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
    ]
}
