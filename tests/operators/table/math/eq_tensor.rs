//! The rows of `aclnnEqTensor` and `aclnnInplaceEqTensor`.

use crate::table::shared::math::comparison::comparisons;
use crate::table::{BROADCAST, ELEMENTWISE, Row};

const EQUATED: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16 & u32 u64 | 910B: none | 950: u64";
const EQ_OUT: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 u32 u64 | 910B: f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 950: f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128";

pub fn rows() -> Vec<Row> {
    comparisons! {
        binary, binary_in_place, ELEMENTWISE | BROADCAST;
        "aclnnEqTensor" "aclnnInplaceEqTensor" = eq: EQUATED, EQUATED => EQ_OUT;
    }
}
