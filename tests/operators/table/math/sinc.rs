//! The rows of `aclnnSinc` and `aclnnInplaceSinc`.

use crate::table::Row;
use crate::table::unary::{FLOATING, FLOATING_EVERYWHERE, REALS, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Sinc": "self" REALS => FLOATING_EVERYWHERE, in place "selfRef" FLOATING, by sinc, float, "sinc";
    }
}
