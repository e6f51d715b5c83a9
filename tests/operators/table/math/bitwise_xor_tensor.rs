//! The rows of `aclnnBitwiseXorTensor` and `aclnnInplaceBitwiseXorTensor`.

use crate::table::shared::math::bits::{TENSORS, bits};
use crate::table::{IN_PLACE, Row};

const XOR: &str = "i8 i16 i32 i64 u8 bool & none | 950: u16 u32 u64";
const XOR_REF: &str = "i8 i16 i32 i64 u8 & bool | 950: + u16 u32 u64";

pub fn rows() -> Vec<Row> {
    let mut rows = bits! {
        integers, promoted, TENSORS;
        "aclnnBitwiseXorTensor" = bitwise_xor: [("self", XOR), ("other", XOR), ("out", "castable")];
    };
    rows.extend(bits! {
        integers_in_place, promoted, IN_PLACE;
        "aclnnInplaceBitwiseXorTensor" = bitwise_xor: [("selfRef", XOR_REF), ("other", XOR)];
    });
    rows
}
