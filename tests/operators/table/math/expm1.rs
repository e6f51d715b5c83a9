//! The rows of `aclnnExpm1` and `aclnnInplaceExpm1`.

use crate::table::Row;
use crate::table::unary::{SHORT_FLOATING, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Expm1": "self" "f32 f16 bool i64 | 910B 950: + bf16" => "castable", in place "selfRef" SHORT_FLOATING, by expm1, float, "expm1";
    }
}
