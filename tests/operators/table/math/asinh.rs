//! The rows of `aclnnAsinh` and `aclnnInplaceAsinh`.

use crate::table::Row;
use crate::table::unary::{ALL, NUMBERS, NUMBERS_EVERYWHERE, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Asinh": "input" ALL => NUMBERS_EVERYWHERE, in place "inputRef" NUMBERS, by asinh, float, "asinh";
    }
}
