//! The row of `aclnnLogSpace`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::table::samples::write;
use crate::table::shared::math::functions::ends;
use crate::table::{Accuracy, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLogSpace", || {
            let with_base = |mut arguments: Vec<Argument>| {
                arguments.insert(3, Argument::Float(10.0));
                arguments
            };
            vec![
                with_base(ends(7, write(Dtype::F32, &[7]))),
                with_base(ends(100_003, write(Dtype::F32, &[100_003]))),
            ]
        })
        .accepts(&[
            ("start", "any"),
            ("end", "any"),
            ("result", "f32 f16 | 910B 950: + bf16"),
        ])
        .computes(|arguments| arguments["result"].dtype())
        .held_by("tests/logspace_accuracy.rs")
        .accuracy(Accuracy::Elsewhere("tests/logspace_accuracy.rs"))
        .holds(STRIDED | SHAPE),
    ]
}
