//! The row of `aclnnHardSigmoid`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, single, with};
use crate::table::{RANK_8, Row, SHAPE};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnHardSigmoid", || {
            let numbers = |alpha, beta| [Argument::Float(alpha), Argument::Float(beta)];
            with(single(), 1, &[&numbers(0.2, 0.45), &numbers(-1.5, 0.1)])
        })
        .accepts(&[
            ("inputX", "none | 950: f32 f16 bf16 i32"),
            ("outputYOut", "as inputX"),
        ])
        .computes(|arguments| {
            let dtype = arguments["inputX"].dtype()?;
            Some(if dtype == Dtype::I32 {
                Dtype::F32
            } else {
                dtype
            })
        })
        .elements(gradients::hard_line)
        .holds(EQUAL.without(SHAPE).without(RANK_8)),
    ]
}
