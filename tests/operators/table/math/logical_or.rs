//! The rows of `aclnnLogicalOr` and `aclnnInplaceLogicalOr`.

use crate::table::shared::math::bits::{TENSORS, TRUTHS, bits};
use crate::table::{IN_PLACE, Row};

pub fn rows() -> Vec<Row> {
    let mut rows = bits! {
        binary, boolean, TENSORS;
        "aclnnLogicalOr" = logical_or: [("self", TRUTHS), ("other", TRUTHS), ("out", "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16 | 950: + u16 u32 u64")];
    };
    rows.extend(bits! {
        binary_in_place, boolean, IN_PLACE;
        "aclnnInplaceLogicalOr" = logical_or: [("selfRef", TRUTHS), ("other", TRUTHS)];
    });
    rows
}
