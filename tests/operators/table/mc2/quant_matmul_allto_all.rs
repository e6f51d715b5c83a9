//! The rows of `aclnnQuantMatmulAlltoAll` and `aclnnQuantMatmulAlltoAllV2`.

use crate::table::Row;
use crate::table::shared::mc2::quantised::types::BEHIND;
use crate::table::shared::mc2::quantised::{behind_1, behind_2, product};

pub fn rows() -> Vec<Row> {
    vec![
        product(
            "aclnnQuantMatmulAlltoAll",
            behind_1::samples,
            behind_1::bits,
            BEHIND,
        ),
        product(
            "aclnnQuantMatmulAlltoAllV2",
            behind_2::samples,
            behind_2::bits,
            BEHIND,
        ),
    ]
}
