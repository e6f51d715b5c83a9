//! The rows of `aclnnMatmulAllReduceAddRmsNorm` and `aclnnInplaceMatmulAllReduceAddRmsNorm`.

use crate::table::Row;
use crate::table::shared::mc2::quantised::types::NORMS;
use crate::table::shared::mc2::quantised::{normed, normed_of_one};

pub fn rows() -> Vec<Row> {
    vec![
        normed(
            "aclnnMatmulAllReduceAddRmsNorm",
            || normed_of_one("aclnnMatmulAllReduceAddRmsNorm"),
            NORMS,
        ),
        normed(
            "aclnnInplaceMatmulAllReduceAddRmsNorm",
            || normed_of_one("aclnnInplaceMatmulAllReduceAddRmsNorm"),
            NORMS,
        ),
    ]
}
