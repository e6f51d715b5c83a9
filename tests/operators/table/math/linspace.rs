//! The row of `aclnnLinspace`.

use hostnpu::tensor::Dtype;

use crate::table::samples::write;
use crate::table::shared::math::functions::ends;
use crate::table::{Accuracy, Row, SHAPE, STRIDED};

/// Real scalars: those that `aclCreateScalar` makes, without the formats of 8 bits and fewer.
const SCALARS: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLinspace", || {
            vec![
                ends(7, write(Dtype::F32, &[7])),
                ends(100_003, write(Dtype::F32, &[100_003])),
            ]
        })
        .accepts(&[
            ("start", SCALARS),
            ("end", SCALARS),
            ("out", "f32 f16 i32 i16 i8 u8 i64 f64 | 910B 950: + bf16"),
        ])
        .computes(|arguments| arguments["out"].dtype())
        .held_by("tests/linspace_rule.rs")
        .accuracy(Accuracy::Elsewhere("tests/linspace_rule.rs"))
        .holds(STRIDED | SHAPE),
    ]
}
