//! The rows of `aclnnErfinv` and `aclnnInplaceErfinv`.

use crate::table::Row;
use crate::table::unary::{SHORT_FLOATING, SHORT_REALS, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Erfinv": "self" SHORT_REALS => "castable", in place "selfRef" SHORT_FLOATING, by erfinv, float, "erfinv";
    }
}
