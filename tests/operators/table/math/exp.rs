//! The rows of `aclnnExp` and `aclnnInplaceExp`.

use crate::table::Row;
use crate::table::unary::{NUMBERS, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Exp": "self" "f32 f16 f64 c64 c128 bool i64 | 910B 950: + bf16" => "castable", in place "selfRef" NUMBERS, by exp, float, "exp";
    }
}
