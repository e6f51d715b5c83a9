//! The rows of `aclnnGtScalar` and `aclnnInplaceGtScalar`.

use crate::table::shared::math::comparison::{GT_OUT, ORDERED, comparisons};
use crate::table::{ELEMENTWISE, Row};

const GT_SCALAR: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B: + bf16 | 950: + bf16 u16 u32 u64 & u16 u32 u64 | 950: none";

pub fn rows() -> Vec<Row> {
    comparisons! {
        with_scalar, in_place_with_scalar, ELEMENTWISE;
        "aclnnGtScalar" "aclnnInplaceGtScalar" = gt: ORDERED, GT_SCALAR => GT_OUT;
    }
}
