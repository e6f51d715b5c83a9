//! The rows of `aclnnLogSigmoid` and `aclnnLogSigmoidForward`.

use hostnpu::tensor::Dtype;

use crate::reference::functions;
use crate::table::samples::write;
use crate::table::unary::SHORT_FLOATING;
use crate::table::{Accuracy, ELEMENTWISE, OVERLAP, RANK_8, Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLogSigmoid", samples::unary)
            .accepts(&[("self", SHORT_FLOATING), ("out", "as self")])
            .computes(computes::own)
            .unary(functions::log_sigmoid)
            .accuracy(Accuracy::Bounds("logsigmoid"))
            .holds(ELEMENTWISE.without(RANK_8)),
        Row::new("aclnnLogSigmoidForward", || {
            let mut samples = samples::unary();
            for sample in &mut samples {
                sample.push(write(Dtype::F32, &[3, 4]));
            }
            samples
        })
        .accepts(&[
            ("self", SHORT_FLOATING),
            ("out", "as self"),
            ("buffer", "any"),
        ])
        .computes(computes::own)
        .unary(functions::log_sigmoid)
        .accuracy(Accuracy::Bounds("logsigmoid"))
        // `buffer` is not written: what it overlaps stays.
        .holds(ELEMENTWISE.without(RANK_8).without(OVERLAP))
        .except(&[("shapes buffer", "not looked at")]),
    ]
}
