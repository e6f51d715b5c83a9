//! The rows of `aclnnAcos` and `aclnnInplaceAcos`.

use crate::table::Row;
use crate::table::unary::{FLOATING, FLOATING_EVERYWHERE, REALS, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Acos": "input" REALS => FLOATING_EVERYWHERE, in place "inputRef" FLOATING, by acos, float, "acos";
    }
}
