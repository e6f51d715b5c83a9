//! The row of `aclnnRightShift`.

use crate::reference::integers;
use crate::table::shared::math::integers::{ALL, SHIFTED};
use crate::table::{Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRightShift", samples::integers)
            .accepts(&[("input", SHIFTED), ("shiftBits", SHIFTED), ("out", ALL)])
            .computes(computes::promoted)
            .elements(integers::right_shift),
    ]
}
