//! The rows of `aclnnTanh` and `aclnnInplaceTanh`.

use crate::table::Row;
use crate::table::unary::{SHORT_FLOATING, SHORT_REALS, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Tanh": "self" SHORT_REALS => "castable: f32 f16 | 910B 950: + bf16", in place "selfRef" SHORT_FLOATING, by tanh, float, "tanh";
    }
}
