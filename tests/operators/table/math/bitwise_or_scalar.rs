//! The rows of `aclnnBitwiseOrScalar` and `aclnnInplaceBitwiseOrScalar`.

use crate::table::shared::math::bits::bits;
use crate::table::{ELEMENTWISE, IN_PLACE, Row};

const OR_SCALAR: &str = "i8 i16 i32 i64 u8 bool | 950: + u16 u32 u64 & u16 | 950: none";
const OR_SCALAR_REF: &str = "i8 i16 i32 i64 u8 | 950: + u16 u32 u64 & bool u16";

pub fn rows() -> Vec<Row> {
    let mut rows = bits! {
        integers_with_scalar, with_scalar, ELEMENTWISE;
        "aclnnBitwiseOrScalar" = bitwise_or: [("self", OR_SCALAR), ("other", OR_SCALAR), ("out", "castable")];
    };
    rows.extend(bits! {
        integers_in_place_with_scalar, with_scalar, IN_PLACE;
        "aclnnInplaceBitwiseOrScalar" = bitwise_or: [("selfRef", OR_SCALAR_REF), ("other", OR_SCALAR)];
    });
    rows
}
