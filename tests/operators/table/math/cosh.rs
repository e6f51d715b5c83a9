//! The rows of `aclnnCosh` and `aclnnInplaceCosh`.

use crate::table::Row;
use crate::table::unary::{ALL, NUMBERS, NUMBERS_EVERYWHERE, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Cosh": "self" ALL => NUMBERS_EVERYWHERE, in place "selfRef" NUMBERS, by cosh, float, "cosh";
    }
}
