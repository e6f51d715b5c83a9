//! The row of `aclnnLogicalXor`.

use crate::table::Row;
use crate::table::shared::math::bits::{TENSORS, TRUTHS, bits};

pub fn rows() -> Vec<Row> {
    bits! {
        binary, boolean, TENSORS;
        "aclnnLogicalXor" = logical_xor: [("self", TRUTHS), ("other", TRUTHS), ("out", TRUTHS)];
    }
}
