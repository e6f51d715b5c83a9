//! The rows of `aclnnHardtanh` and `aclnnInplaceHardtanh`.

use crate::reference::scalars;
use crate::table::shared::limits::{NUMBERS, both_limits};
use crate::table::{Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnHardtanh", both_limits)
            .accepts(&[
                ("self", NUMBERS),
                ("clipValueMin", NUMBERS),
                ("clipValueMax", NUMBERS),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .elements(scalars::clamp),
        Row::new("aclnnInplaceHardtanh", || {
            samples::in_place_of(both_limits())
        })
        .accepts(&[
            ("selfRef", NUMBERS),
            ("clipValueMin", NUMBERS),
            ("clipValueMax", NUMBERS),
        ])
        .computes(computes::own)
        .elements(scalars::clamp),
    ]
}
