//! The row of `aclnnDigamma`.

use crate::reference::functions;
use crate::table::{Accuracy, ELEMENTWISE, Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDigamma", samples::unary)
            .accepts(&[("self", "f64 f32 f16"), ("out", "as self")])
            .computes(computes::own)
            .unary(functions::digamma)
            .accuracy(Accuracy::Bounds("digamma"))
            .holds(ELEMENTWISE),
    ]
}
