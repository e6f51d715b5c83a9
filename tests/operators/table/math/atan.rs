//! The rows of `aclnnAtan` and `aclnnInplaceAtan`.

use crate::table::Row;
use crate::table::unary::{FLOATING, FLOATING_EVERYWHERE, REALS, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Atan": "input" REALS => FLOATING_EVERYWHERE, in place "inputRef" FLOATING, by atan, float, "atan";
    }
}
