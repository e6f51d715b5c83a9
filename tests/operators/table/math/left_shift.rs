//! The rows of `aclnnLeftShift` and `aclnnLeftShifts`.

use crate::reference::integers;
use crate::table::samples::integers_with_scalar;
use crate::table::shared::math::integers::{ALL, SHIFTED};
use crate::table::shared::math::scalars;
use crate::table::{Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLeftShift", samples::integers)
            .accepts(&[("self", SHIFTED), ("shiftBits", SHIFTED), ("out", ALL)])
            .computes(computes::promoted)
            .elements(integers::left_shift),
        Row::new("aclnnLeftShifts", integers_with_scalar)
            .accepts(&[
                ("self", scalars::SHIFTED),
                ("shiftBits", scalars::SHIFTED),
                ("out", "i8 i16 i32 i64 u8 u16 u32 u64"),
            ])
            .computes(computes::promoted)
            .elements(crate::reference::scalars::left_shift),
    ]
}
