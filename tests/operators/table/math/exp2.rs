//! The rows of `aclnnExp2` and `aclnnInplaceExp2`.

use crate::table::Row;
use crate::table::unary::{FLOATING, REALS, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Exp2": "self" REALS => "castable", in place "selfRef" FLOATING, by exp2, float, "exp2";
    }
}
