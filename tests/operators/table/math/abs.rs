//! The row of `aclnnAbs`.

use crate::reference::piecewise;
use crate::table::{ELEMENTWISE, Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAbs", samples::unary)
            .accepts(&[
                (
                    "self",
                    "f64 f32 f16 i8 i16 i32 i64 u8 bool | 910B: + bf16 c64 | 950: + bf16 c64 c32",
                ),
                ("out", "real self"),
            ])
            .computes(computes::real)
            .unary(piecewise::abs)
            .ulp(0.5001, 0.5)
            .holds(ELEMENTWISE),
    ]
}
