//! Operators of ops-nn, `loss/`.

use crate::argument::Argument;
use crate::reference::functions;
use crate::table::{Accuracy, ELEMENTWISE, Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLogit", || {
            // Numbers as they are, then brought into [0.25, 0.75].
            let with = |eps: f64| {
                samples::unary().into_iter().map(move |mut sample| {
                    sample.insert(1, Argument::Float(eps));
                    sample
                })
            };
            with(-1.0).chain(with(0.25)).collect()
        })
        .accepts(&[
            ("input", "none | 910B 950: bf16 f16 f32"),
            ("out", "as input"),
        ])
        .computes(computes::own)
        .elements(functions::logit)
        .accuracy(Accuracy::Bounds("logit"))
        .holds(ELEMENTWISE),
    ]
}
