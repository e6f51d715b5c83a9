//! The rows of `aclnnLerps` and `aclnnInplaceLerps`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::scalars;
use crate::table::samples::{binary, binary_in_place, scalar};
use crate::table::shared::math::scalars::{ANY, SHORT};
use crate::table::{BROADCAST, ELEMENTWISE, IN_PLACE, RANK_8, Row, computes};

/// Two tensors and a weight.
fn weighted(mut samples: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    for sample in &mut samples {
        sample.insert(2, scalar(Dtype::F32, 0.3));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLerps", || weighted(binary()))
            .accepts(&[
                ("self", SHORT),
                ("end", "as self"),
                ("weight", ANY),
                ("out", "f32 f16 f64 | 910B 950: + bf16"),
            ])
            .computes(computes::own)
            .elements(scalars::lerp)
            .ulp(0.50001, 1.0)
            .holds((ELEMENTWISE | BROADCAST).without(RANK_8)),
        Row::new("aclnnInplaceLerps", || weighted(binary_in_place()))
            .accepts(&[("selfRef", SHORT), ("end", "as selfRef"), ("weight", ANY)])
            .computes(computes::own)
            .elements(scalars::lerp)
            .ulp(0.50001, 1.0)
            .holds(IN_PLACE.without(RANK_8)),
    ]
}
