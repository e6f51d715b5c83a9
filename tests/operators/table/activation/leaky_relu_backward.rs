//! The row of `aclnnLeakyReluBackward`.

use crate::argument::Argument;
use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, FLOATS, broadcast, float, with};
use crate::table::{BROADCAST, Row, computes};

const SLOPES: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLeakyReluBackward", || {
            let set = |slope, flag| [float(slope), Argument::Bool(flag)];
            with(
                broadcast(),
                2,
                &[&set(0.01, false), &set(-1.5, false), &set(0.2, true)],
            )
        })
        .accepts(&[
            ("gradOutput", FLOATS),
            ("self", FLOATS),
            ("negativeSlope", SLOPES),
            ("out", "castable"),
        ])
        .computes(computes::promoted)
        .elements(gradients::leaky_relu_backward)
        .holds(EQUAL | BROADCAST),
    ]
}
