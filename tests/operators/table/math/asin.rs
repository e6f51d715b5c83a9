//! The rows of `aclnnAsin` and `aclnnInplaceAsin`.

use crate::table::Row;
use crate::table::unary::{FLOATING, REALS, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Asin": "self" REALS => FLOATING, in place "selfRef" FLOATING, by asin, float, "asin";
    }
}
