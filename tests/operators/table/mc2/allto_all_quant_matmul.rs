//! The rows of `aclnnAlltoAllQuantMatmul` and `aclnnAlltoAllQuantMatmulV2`.

use crate::table::Row;
use crate::table::shared::mc2::quantised::types::BEFORE;
use crate::table::shared::mc2::quantised::{before_1, before_2, product};

pub fn rows() -> Vec<Row> {
    vec![
        product(
            "aclnnAlltoAllQuantMatmul",
            before_1::samples,
            before_1::bits,
            BEFORE,
        ),
        product(
            "aclnnAlltoAllQuantMatmulV2",
            before_2::samples,
            before_2::bits,
            BEFORE,
        ),
    ]
}
