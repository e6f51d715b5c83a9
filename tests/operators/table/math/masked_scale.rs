//! The row of `aclnnMaskedScale`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::repeats;
use crate::table::Reference::Elements;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::{ELEMENTWISE, Row};

/// Masks of other types, products that round, both scales of sign.
fn scaled() -> Vec<Vec<Argument>> {
    let call = |own: Dtype, mask: Dtype, scale: f64, shape: &[i64]| {
        vec![
            patterns(own, shape, 1),
            patterns(mask, shape, 2),
            Argument::Float(scale),
            write(own, shape),
        ]
    };
    vec![
        vec![
            read(Dtype::F32, &[3, 4], &NUMBERS),
            read(Dtype::F32, &[3, 4], &[1.0, 0.0]),
            Argument::Float(0.1),
            write(Dtype::F32, &[3, 4]),
        ],
        call(Dtype::F16, Dtype::U8, -1.7, &[41, 25]),
        call(Dtype::Bf16, Dtype::I8, 3.3, &[41, 25]),
        call(Dtype::F32, Dtype::F16, 1e-3, &[7, 9001]),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaskedScale", scaled)
            .accepts(&[
                ("self", "none | 950: f32 f16 bf16"),
                ("mask", "none | 950: f32 f16 u8 i8"),
                ("out", "as self"),
            ])
            .computes(|_| Some(Dtype::F32))
            .reference(Elements(repeats::masked_scale))
            .ulp(0.5001, 1.0)
            .holds(ELEMENTWISE),
    ]
}
