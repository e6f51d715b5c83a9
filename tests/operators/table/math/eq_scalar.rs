//! The rows of `aclnnEqScalar` and `aclnnInplaceEqScalar`.

use crate::table::shared::math::comparison::comparisons;
use crate::table::{ELEMENTWISE, Row};

// Differences beside a scalar, which counts by its category only on Ascend950.
const EQ_SELF: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950 310: + bf16 & u32 u64 | 910B 310: none | 950: u64";
const EQ_SCALAR: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 310: + bf16 | 950: + bf16 u64 & u32 u64 | 910B 950 310: none";
const EQ_SCALAR_OUT: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 u32 u64 | 910B 310: f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 950: f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128";

pub fn rows() -> Vec<Row> {
    comparisons! {
        with_scalar, in_place_with_scalar, ELEMENTWISE;
        "aclnnEqScalar" "aclnnInplaceEqScalar" = eq: EQ_SELF, EQ_SCALAR => EQ_SCALAR_OUT;
    }
}
