//! The rows of `aclnnAtanh` and `aclnnInplaceAtanh`.

use crate::table::Row;
use crate::table::unary::{ALL, NUMBERS, NUMBERS_EVERYWHERE, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Atanh": "input" ALL => NUMBERS_EVERYWHERE, in place "inputRef" NUMBERS, by atanh, float, "atanh";
    }
}
