//! The rows of `aclnnErf` and `aclnnInplaceErf`.

use crate::table::Row;
use crate::table::unary::{FLOATING, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Erf": "self" "f32 f16 f64 bool i64 | 910B 950: + bf16" => "castable", in place "selfRef" FLOATING, by erf, float, "erf";
    }
}
