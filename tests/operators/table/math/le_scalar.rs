//! The rows of `aclnnLeScalar` and `aclnnInplaceLeScalar`.

use crate::table::shared::math::comparison::{AT_MOST, LE_OUT, comparisons};
use crate::table::{ELEMENTWISE, Row};

const LE_SCALAR: &str = "f32 f16 f64 i8 i16 i32 i64 u8 u16 bool | 910B: + bf16 | 950: + bf16 u64";

pub fn rows() -> Vec<Row> {
    comparisons! {
        with_scalar, in_place_with_scalar, ELEMENTWISE;
        "aclnnLeScalar" "aclnnInplaceLeScalar" = le: AT_MOST, LE_SCALAR => LE_OUT;
    }
}
