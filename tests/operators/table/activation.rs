//! Operators of ops-nn, `activation/`.

use hostnpu::tensor::Dtype;

use super::samples::{self, write};
use super::unary::*;
use super::{ELEMENTWISE, OVERLAP, RANK_8, Row, computes};
use crate::reference::functions;

pub fn rows() -> Vec<Row> {
    let mut rows = functions! {
        "Erfinv": "self" SHORT_REALS => "castable", in place "selfRef" SHORT_FLOATING, by erfinv, float, "erfinv";
        "Sigmoid": "self" ALL => NUMBERS_EVERYWHERE, in place "selfRef" NUMBERS, by sigmoid, float_or_out, "sigmoid";
    };
    let log_sigmoid = |name, accepts| Row {
        holds: ELEMENTWISE.without(RANK_8),
        ..function(
            name,
            accepts,
            computes::own,
            functions::log_sigmoid,
            "logsigmoid",
        )
    };
    rows.extend([
        log_sigmoid(
            "aclnnLogSigmoid",
            &[("self", SHORT_FLOATING), ("out", "as self")],
        ),
        Row {
            samples: || {
                let mut samples = samples::unary();
                for sample in &mut samples {
                    sample.push(write(Dtype::F32, &[3, 4]));
                }
                samples
            },
            // `buffer` is not written: what it overlaps stays.
            holds: ELEMENTWISE.without(RANK_8).without(OVERLAP),
            except: &[("shapes buffer", "not looked at")],
            ..log_sigmoid(
                "aclnnLogSigmoidForward",
                &[
                    ("self", SHORT_FLOATING),
                    ("out", "as self"),
                    ("buffer", "any"),
                ],
            )
        },
    ]);
    rows
}
