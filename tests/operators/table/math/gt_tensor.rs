//! The rows of `aclnnGtTensor` and `aclnnInplaceGtTensor`.

use crate::table::shared::math::comparison::{GT_OUT, ORDERED, comparisons};
use crate::table::{BROADCAST, ELEMENTWISE, Row};

pub fn rows() -> Vec<Row> {
    comparisons! {
        binary, binary_in_place, ELEMENTWISE | BROADCAST;
        "aclnnGtTensor" "aclnnInplaceGtTensor" = gt: ORDERED, ORDERED => GT_OUT;
    }
}
