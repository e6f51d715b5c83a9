//! The rows of `aclnnNeScalar` and `aclnnInplaceNeScalar`.

use crate::table::shared::math::comparison::{NE_OUT, UNEQUAL, comparisons};
use crate::table::{ELEMENTWISE, Row};

const NE_SCALAR: &str =
    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B: + bf16 | 950: + bf16 u64";

pub fn rows() -> Vec<Row> {
    comparisons! {
        with_scalar, in_place_with_scalar, ELEMENTWISE;
        "aclnnNeScalar" "aclnnInplaceNeScalar" = ne: UNEQUAL, NE_SCALAR => NE_OUT;
    }
}
