//! Functions of one number, and ranges of numbers.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::functions;
use crate::table::samples::{self, scalar, write};
use crate::table::{Accuracy, ELEMENTWISE, OVERLAP, RANK_8, Row, SHAPE, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplaceSin", samples::in_place)
            .accepts(&[("selfRef", "f32 f16 | 910B 950: + bf16")])
            .computes(computes::own)
            .unary(functions::sin)
            .holds(ELEMENTWISE.without(SHAPE).without(OVERLAP)),
        Row::new("aclnnLgamma", samples::unary)
            .accepts(&[("self", "f64 f32 f16"), ("out", "as self")])
            .computes(computes::own)
            .unary(functions::lgamma)
            .accuracy(Accuracy::Elsewhere(
                "tests/lgamma_accuracy.rs: near the zeros only the absolute error is bounded",
            ))
            .holds(ELEMENTWISE),
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
        .holds(crate::table::STRIDED | SHAPE),
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
        .holds(crate::table::STRIDED | SHAPE),
        Row::new("aclnnSin", samples::unary)
            .accepts(&[("self", "f32 f16 | 910B 950: + bf16"), ("out", "as self")])
            .computes(computes::own)
            .unary(functions::sin)
            .holds(ELEMENTWISE | RANK_8),
    ]
}

/// Real scalars: those that `aclCreateScalar` makes, without the formats of 8 bits and fewer.
const SCALARS: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool";

fn ends(steps: i64, out: Argument) -> Vec<Argument> {
    vec![
        scalar(Dtype::F32, -1.0),
        scalar(Dtype::F32, 2.5),
        Argument::Int(steps),
        out,
    ]
}
