//! The rows of `aclnnLog` and `aclnnInplaceLog`.

use crate::table::Row;
use crate::table::unary::{ALL, NUMBERS, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Log": "self" ALL => "castable: f32 f16 f64 c64 c128 | 910B 950: + bf16", in place "selfRef" NUMBERS, by ln, float, "log";
    }
}
