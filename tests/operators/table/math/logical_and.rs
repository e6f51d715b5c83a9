//! The rows of `aclnnLogicalAnd` and `aclnnInplaceLogicalAnd`.

use crate::table::shared::math::bits::{TENSORS, bits};
use crate::table::{IN_PLACE, Row};

const TRUTHS_EVERYWHERE: &str = "f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool c64 c128";

pub fn rows() -> Vec<Row> {
    let mut rows = bits! {
        binary, boolean, TENSORS;
        "aclnnLogicalAnd" = logical_and: [("self", TRUTHS_EVERYWHERE), ("other", TRUTHS_EVERYWHERE), ("out", "any")],
            except [("dtypes out", "types of less than 16 bits to which BOOL has no conversion are refused")];
    };
    rows.extend(bits! {
        binary_in_place, boolean, IN_PLACE;
        "aclnnInplaceLogicalAnd" = logical_and: [("selfRef", TRUTHS_EVERYWHERE), ("other", TRUTHS_EVERYWHERE)];
    });
    rows
}
