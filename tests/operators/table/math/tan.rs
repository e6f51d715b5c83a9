//! The rows of `aclnnTan` and `aclnnInplaceTan`.

use crate::table::Row;
use crate::table::unary::{ALL, NUMBERS, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Tan": "self" ALL => "castable", in place "selfRef" NUMBERS, by tan, float, "tan";
    }
}
