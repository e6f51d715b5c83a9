//! The rows of `aclnnBitwiseAndTensor` and `aclnnInplaceBitwiseAndTensor`.

use crate::table::shared::math::bits::{AND, AND_REF, TENSORS, bits};
use crate::table::{IN_PLACE, Row};

pub fn rows() -> Vec<Row> {
    let mut rows = bits! {
        integers, promoted, TENSORS;
        "aclnnBitwiseAndTensor" = bitwise_and: [("self", AND), ("other", AND), ("out", "castable")];
    };
    rows.extend(bits! {
        integers_in_place, promoted, IN_PLACE;
        "aclnnInplaceBitwiseAndTensor" = bitwise_and: [("selfRef", AND_REF), ("other", AND)];
    });
    rows
}
