//! The row of `aclnnEmbeddingRenorm`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::scattering;
use crate::table::samples::{NUMBERS, read};
use crate::table::shared::index::{INDEX, index};
use crate::table::{Row, computes};

fn norms() -> Vec<Vec<Argument>> {
    let call = |dtype, most: f64, order: f64| {
        vec![
            read(dtype, &[4, 3], &NUMBERS),
            index(I64, &[3], &[0, 3, 0]),
            Argument::Float(most),
            Argument::Float(order),
        ]
    };
    vec![
        call(F32, 0.5, 2.0),
        call(F32, 2.0, 1.0),
        call(F16, 1.0, f64::INFINITY),
        call(F32, 100.0, 2.0),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnEmbeddingRenorm", norms)
            .accepts(&[
                ("selfRef", "f32 f16 | 910B 950: + bf16"),
                ("indices", INDEX),
            ])
            .computes(computes::own)
            .whole(scattering::renormalised),
    ]
}
