//! The row of `aclnnLogSigmoidBackward`.

use hostnpu::tensor::Dtype;

use crate::reference::gradients;
use crate::table::samples::read;
use crate::table::shared::gradients::{EQUAL, MATH, SHORT, pairs, with};
use crate::table::{EMPTY, OVERLAP, RANK_8, Row, computes};

pub fn rows() -> Vec<Row> {
    let any_rank = EQUAL.without(RANK_8);
    vec![
        Row::new("aclnnLogSigmoidBackward", || {
            let mut samples = with(pairs(), 2, &[&[read(Dtype::F32, &[1], &[1.0])]]);
            samples.truncate(3);
            samples
        })
        .accepts(&[
            ("gradOutput", SHORT),
            ("self", "as gradOutput"),
            ("buffer", "any"),
            ("gradInput", "as gradOutput"),
        ])
        .computes(computes::own)
        .elements(gradients::log_sigmoid_backward)
        .accuracy(MATH)
        // `buffer` has a shape of its own.
        .holds(any_rank.without(EMPTY).without(OVERLAP))
        .except(&[("values all", "`buffer` is not an operand")]),
    ]
}
