//! The rows of `aclnnCos` and `aclnnInplaceCos`.

use crate::table::Row;
use crate::table::unary::{ALL, NUMBERS, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Cos": "input" ALL => NUMBERS, in place "inputRef" NUMBERS, by cos, float, "cos";
    }
}
