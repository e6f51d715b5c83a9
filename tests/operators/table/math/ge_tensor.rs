//! The rows of `aclnnGeTensor` and `aclnnInplaceGeTensor`.

use crate::table::shared::math::comparison::{GE_OUT, ORDERED, comparisons};
use crate::table::{BROADCAST, ELEMENTWISE, Row};

pub fn rows() -> Vec<Row> {
    comparisons! {
        binary, binary_in_place, ELEMENTWISE | BROADCAST;
        "aclnnGeTensor" "aclnnInplaceGeTensor" = ge: ORDERED, ORDERED => GE_OUT;
    }
}
