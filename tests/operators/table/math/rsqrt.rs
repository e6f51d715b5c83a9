//! The rows of `aclnnRsqrt` and `aclnnInplaceRsqrt`.

use crate::table::Row;
use crate::table::unary::{ALL, NUMBERS, NUMBERS_EVERYWHERE, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Rsqrt": "self" ALL => NUMBERS_EVERYWHERE, in place "selfRef" NUMBERS, by rsqrt, float_or_out, "rsqrt";
    }
}
