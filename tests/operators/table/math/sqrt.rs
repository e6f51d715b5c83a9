//! The rows of `aclnnSqrt` and `aclnnInplaceSqrt`.

use crate::table::Row;
use crate::table::unary::{NUMBERS, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Sqrt": "self" "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950 310: + bf16" => "castable", in place "self" NUMBERS, by sqrt, float_or_double, "sqrt";
    }
}
