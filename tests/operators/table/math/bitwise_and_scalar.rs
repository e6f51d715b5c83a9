//! The rows of `aclnnBitwiseAndScalar` and `aclnnInplaceBitwiseAndScalar`.

use crate::table::shared::math::bits::bits;
use crate::table::{ELEMENTWISE, IN_PLACE, Row};

// Beside a scalar a tensor keeps its type on Ascend950.
const AND_SCALAR: &str = "i8 i16 i32 i64 u8 bool | 950: + u16 & u16 | 950: none";
const AND_SCALAR_REF: &str = "i8 i16 i32 i64 u8 | 950: + u16 & bool u16";

pub fn rows() -> Vec<Row> {
    let mut rows = bits! {
        integers_with_scalar, with_scalar, ELEMENTWISE;
        "aclnnBitwiseAndScalar" = bitwise_and: [("self", AND_SCALAR), ("other", AND_SCALAR), ("out", "castable")];
    };
    rows.extend(bits! {
        integers_in_place_with_scalar, with_scalar, IN_PLACE;
        "aclnnInplaceBitwiseAndScalar" = bitwise_and: [("selfRef", AND_SCALAR_REF), ("other", AND_SCALAR)];
    });
    rows
}
