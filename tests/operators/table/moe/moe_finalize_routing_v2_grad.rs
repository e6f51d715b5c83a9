//! The row of `aclnnMoeFinalizeRoutingV2Grad`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::moe;
use crate::table::shared::moe::FLOATS;
use crate::table::shared::moe::finalize::{gradient, gradients_on_910b};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn gradient_samples() -> Vec<Vec<Argument>> {
    let mut samples = gradients_on_910b();
    for x in [F16, Bf16, F32] {
        for scales in [F16, Bf16, F32] {
            samples.push(gradient(x, Some(scales), [4, 5, 3], &[12, 5], 0, false));
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeFinalizeRoutingV2Grad", gradient_samples)
            .accepts(&[
                ("gradY", FLOATS),
                ("expandedRowIdx", "i32"),
                ("expandedXOptional", "as gradY"),
                ("scalesOptional", "none | 910B 950: f16 bf16 f32"),
                ("expertIdxOptional", "i32"),
                ("biasOptional", "as gradY"),
                ("gradExpandedXOut", "as gradY"),
                ("gradScalesOut", "as scalesOptional"),
            ])
            .bits(moe::finalize_gradient)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[
                (
                    "dtypes scalesOptional",
                    "on Ascend910B that of `gradY`: each type is a sample",
                ),
                ("dtypes gradY", "likewise"),
            ]),
    ]
}
