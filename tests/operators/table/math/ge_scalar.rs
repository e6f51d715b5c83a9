//! The rows of `aclnnGeScalar` and `aclnnInplaceGeScalar`.

use crate::table::shared::math::comparison::{GE_OUT, comparisons};
use crate::table::{ELEMENTWISE, Row};

const GE_SELF: &str = "f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool & u16 u32 u64";
const GE_SCALAR: &str =
    "f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool | 950: + u16 u32 u64 & u16 u32 u64 | 950: none";

pub fn rows() -> Vec<Row> {
    comparisons! {
        with_scalar, in_place_with_scalar, ELEMENTWISE;
        "aclnnGeScalar" "aclnnInplaceGeScalar" = ge: GE_SELF, GE_SCALAR => GE_OUT;
    }
}
