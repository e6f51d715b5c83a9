//! The rows of `aclnnBitwiseXorScalar` and `aclnnInplaceBitwiseXorScalar`.

use crate::table::shared::math::bits::bits;
use crate::table::{ELEMENTWISE, IN_PLACE, Row};

const XOR_SCALAR: &str = "i8 i16 i32 i64 u8 bool | 950: + u16 u32 u64";
const XOR_SCALAR_REF: &str = "i8 i16 i32 i64 u8 | 950: + u16 u32 u64 & bool";

pub fn rows() -> Vec<Row> {
    let mut rows = bits! {
        integers_with_scalar, with_scalar, ELEMENTWISE;
        "aclnnBitwiseXorScalar" = bitwise_xor: [("self", XOR_SCALAR), ("other", XOR_SCALAR), ("out", "castable")];
    };
    rows.extend(bits! {
        integers_in_place_with_scalar, with_scalar, IN_PLACE;
        "aclnnInplaceBitwiseXorScalar" = bitwise_xor: [("selfRef", XOR_SCALAR_REF), ("other", XOR_SCALAR)];
    });
    rows
}
