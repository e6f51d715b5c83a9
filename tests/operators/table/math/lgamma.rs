//! The row of `aclnnLgamma`.

use crate::reference::functions;
use crate::table::{Accuracy, ELEMENTWISE, Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLgamma", samples::unary)
            .accepts(&[("self", "f64 f32 f16"), ("out", "as self")])
            .computes(computes::own)
            .unary(functions::lgamma)
            .accuracy(Accuracy::Elsewhere(
                "tests/lgamma_accuracy.rs: near the zeros only the absolute error is bounded",
            ))
            .holds(ELEMENTWISE),
    ]
}
