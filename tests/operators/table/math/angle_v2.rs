//! The row of `aclnnAngleV2`.

use hostnpu::tensor::Dtype;

use crate::arguments::Arguments;
use crate::number::part;
use crate::reference::signs;
use crate::table::samples::unary;
use crate::table::shared::math::signs::NEAREST;
use crate::table::{ELEMENTWISE, Row, computes};

/// The type of a real part; FLOAT for integers and BOOL.
fn angle(arguments: &Arguments) -> Option<Dtype> {
    let dtype = computes::float(arguments)?;
    Some(part(dtype).unwrap_or(dtype))
}

const ANGLES: &str = "f16 f32 c64 bool u8 i8 i16 i32 i64 | 910B 950: + bf16 | 310: none";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAngleV2", unary)
            .accepts(&[("x", ANGLES), ("out", "result")])
            .computes(angle)
            .unary(signs::angle)
            .accuracy(NEAREST)
            .holds(ELEMENTWISE),
    ]
}
