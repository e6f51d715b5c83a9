//! The rows of `aclnnFrac` and `aclnnInplaceFrac`.

use crate::reference::functions;
use crate::table::computes::own;
use crate::table::{Accuracy, ELEMENTWISE, IN_PLACE, Row, computes, samples};

const FRAC: &str = "f32 f16 i8 i16 i32 i64 u8 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFrac", samples::unary)
            .accepts(&[("input", FRAC), ("out", "as input")])
            .computes(computes::own)
            .unary(functions::frac)
            .accuracy(Accuracy::Bounds("frac"))
            .holds(ELEMENTWISE),
        Row::new("aclnnInplaceFrac", samples::in_place)
            .accepts(&[("inputRef", FRAC)])
            .computes(own)
            .unary(functions::frac)
            .accuracy(Accuracy::Bounds("frac"))
            .holds(IN_PLACE),
    ]
}
