//! The rows of `aclnnReciprocal` and `aclnnInplaceReciprocal`.

use crate::table::Row;
use crate::table::unary::{ALL, NUMBERS, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Reciprocal": "self" ALL => NUMBERS, in place "selfRef" NUMBERS, by reciprocal, float, "reciprocal";
    }
}
