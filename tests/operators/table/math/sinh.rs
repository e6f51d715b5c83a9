//! The rows of `aclnnSinh` and `aclnnInplaceSinh`.

use crate::table::Row;
use crate::table::unary::{ALL, NUMBERS, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Sinh": "self" ALL => NUMBERS, in place "selfRef" NUMBERS, by sinh, float_or_out, "sinh";
    }
}
