//! The row of `aclnnSoftplusBackward`.

use crate::reference::gradients;
use crate::table::Row;
use crate::table::shared::gradients::{ANY, EQUAL, FLOATS, MATH, float, own_or_f32, pairs, with};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSoftplusBackward", || {
            let sets = [[1.3, 5.0], [-0.7, 1.0], [0.0, 3.0]].map(|set| set.map(float));
            with(pairs(), 2, &sets.each_ref().map(|set| &set[..]))
        })
        .accepts(&[
            ("gradOutput", FLOATS),
            (
                "self",
                "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
            ),
            ("beta", ANY),
            ("threshold", ANY),
            ("gradInput", FLOATS),
        ])
        .computes(own_or_f32)
        .elements(gradients::softplus_backward)
        .accuracy(MATH)
        .holds(EQUAL),
    ]
}
