//! The rows of `aclnnLog10` and `aclnnInplaceLog10`.

use crate::table::Row;
use crate::table::unary::{NUMBERS, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Log10": "self" "f32 f16 f64 bf16 i8 i16 i32 i64 u8 bool c64 c128" => "result", in place "selfRef" NUMBERS, by log10, float, "log10";
    }
}
