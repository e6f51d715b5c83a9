//! The rows of `aclnnBitwiseOrTensor` and `aclnnInplaceBitwiseOrTensor`.

use crate::table::shared::math::bits::{TENSORS, bits};
use crate::table::{IN_PLACE, Row};

const OR: &str = "i8 i16 i32 i64 u8 bool & u16 u32 u64";
const OR_REF: &str = "i8 i16 i32 i64 u8 & bool u16 u32 u64";

pub fn rows() -> Vec<Row> {
    let mut rows = bits! {
        integers, promoted, TENSORS;
        "aclnnBitwiseOrTensor" = bitwise_or: [("self", OR), ("other", OR), ("out", "castable")];
    };
    rows.extend(bits! {
        integers_in_place, promoted, IN_PLACE;
        "aclnnInplaceBitwiseOrTensor" = bitwise_or: [("selfRef", OR_REF), ("other", OR)];
    });
    rows
}
