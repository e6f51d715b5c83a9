//! The rows of `aclnnLtTensor` and `aclnnInplaceLtTensor`.

use crate::table::shared::math::comparison::{LT_OUT, ORDERED, comparisons};
use crate::table::{BROADCAST, ELEMENTWISE, Row};

pub fn rows() -> Vec<Row> {
    comparisons! {
        binary, binary_in_place, ELEMENTWISE | BROADCAST;
        "aclnnLtTensor" "aclnnInplaceLtTensor" = lt: ORDERED, ORDERED => LT_OUT;
    }
}
