//! Operators of ops-nn, `activation/`.

use hostnpu::tensor::Dtype;

use super::samples::{self, write};
use super::unary::*;
use super::{ELEMENTWISE, OVERLAP, RANK_8, Row, computes};
use crate::reference::functions;
use crate::table::Accuracy;

pub fn rows() -> Vec<Row> {
    let mut rows = functions! {
        "Erfinv": "self" SHORT_REALS => "castable", in place "selfRef" SHORT_FLOATING, by erfinv, float, "erfinv";
        "Sigmoid": "self" ALL => NUMBERS_EVERYWHERE, in place "selfRef" NUMBERS, by sigmoid, float_or_out, "sigmoid";
    };
    rows.extend([
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
    ]);
    rows
}
