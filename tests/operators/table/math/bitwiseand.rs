//! The rows of `aclnnBitwiseAndTensorOut` and `aclnnInplaceBitwiseAndTensorOut`.

use crate::table::shared::math::bits::{AND, AND_REF, TENSORS, bits};
use crate::table::{IN_PLACE, Row};

pub fn rows() -> Vec<Row> {
    let mut rows = bits! {
        integers, promoted, TENSORS;
        "aclnnBitwiseAndTensorOut" = bitwise_and: [("self", AND), ("other", AND), ("out", "castable")];
    };
    rows.extend(bits! {
        integers_in_place, promoted, IN_PLACE;
        "aclnnInplaceBitwiseAndTensorOut" = bitwise_and: [("self", AND_REF), ("other", AND)];
    });
    rows
}
