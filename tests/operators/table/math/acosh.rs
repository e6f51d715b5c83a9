//! The rows of `aclnnAcosh` and `aclnnInplaceAcosh`.

use crate::table::Row;
use crate::table::unary::{ALL, NUMBERS, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Acosh": "self" ALL => "castable: f32 f16 f64 bf16 c64 c128", in place "selfRef" NUMBERS, by acosh, float, "acosh";
    }
}
