//! The rows of `aclnnNeTensor` and `aclnnInplaceNeTensor`.

use crate::table::shared::math::comparison::{NE_OUT, UNEQUAL, comparisons};
use crate::table::{BROADCAST, ELEMENTWISE, Row};

pub fn rows() -> Vec<Row> {
    comparisons! {
        binary, binary_in_place, ELEMENTWISE | BROADCAST;
        "aclnnNeTensor" "aclnnInplaceNeTensor" = ne: UNEQUAL, UNEQUAL => NE_OUT;
    }
}
