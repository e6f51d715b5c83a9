//! The rows of `aclnnSigmoid` and `aclnnInplaceSigmoid`.

use crate::table::Row;
use crate::table::unary::{ALL, NUMBERS, NUMBERS_EVERYWHERE, functions};

pub fn rows() -> Vec<Row> {
    functions! {
        "Sigmoid": "self" ALL => NUMBERS_EVERYWHERE, in place "selfRef" NUMBERS, by sigmoid, float_or_out, "sigmoid";
    }
}
