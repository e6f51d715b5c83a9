//! The rows of `aclnnLog1p` and `aclnnInplaceLog1p`.

use crate::table::Row;
use crate::table::unary::{FLOATING, REALS, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Log1p": "self" REALS => FLOATING, in place "selfRef" FLOATING, by log1p, float_or_out, "log1p";
    }
}
