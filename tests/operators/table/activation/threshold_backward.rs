//! The row of `aclnnThresholdBackward`.

use crate::reference::gradients;
use crate::table::shared::gradients::{ANY, broadcast, float, with};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnThresholdBackward", || {
            with(
                broadcast(),
                2,
                &[&[float(0.5)], &[float(-1e30)], &[float(100.7)]],
            )
        })
        .accepts(&[
            ("gradOutput", "f32 i32 f16 i8 u8 | 910B 950: + bf16"),
            ("self", "as gradOutput"),
            ("threshold", ANY),
            ("out", "as gradOutput"),
        ])
        .computes(computes::own)
        .elements(gradients::threshold_backward),
    ]
}
