//! The rows of `aclnnLtScalar` and `aclnnInplaceLtScalar`.

use crate::table::shared::math::comparison::{LT_OUT, ORDERED, comparisons};
use crate::table::{ELEMENTWISE, Row};

const LT_SCALAR: &str = "f32 f16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    comparisons! {
        with_scalar, in_place_with_scalar, ELEMENTWISE;
        "aclnnLtScalar" "aclnnInplaceLtScalar" = lt: ORDERED, LT_SCALAR => LT_OUT;
    }
}
