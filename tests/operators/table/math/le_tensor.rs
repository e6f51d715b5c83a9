//! The rows of `aclnnLeTensor` and `aclnnInplaceLeTensor`.

use crate::table::shared::math::comparison::{AT_MOST, LE_OUT, comparisons};
use crate::table::{BROADCAST, ELEMENTWISE, Row};

pub fn rows() -> Vec<Row> {
    comparisons! {
        binary, binary_in_place, ELEMENTWISE | BROADCAST;
        "aclnnLeTensor" "aclnnInplaceLeTensor" = le: AT_MOST, AT_MOST => LE_OUT;
    }
}
