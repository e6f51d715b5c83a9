//! The rows of `aclnnQuantMatmulAllReduceAddRmsNorm` and `aclnnInplaceQuantMatmulAllReduceAddRmsNorm`.

use crate::table::Row;
use crate::table::shared::mc2::quantised::types::NORMS_OF_CODES;
use crate::table::shared::mc2::quantised::{normed, normed_of_one};

pub fn rows() -> Vec<Row> {
    vec![
        normed(
            "aclnnQuantMatmulAllReduceAddRmsNorm",
            || normed_of_one("aclnnQuantMatmulAllReduceAddRmsNorm"),
            NORMS_OF_CODES,
        ),
        normed(
            "aclnnInplaceQuantMatmulAllReduceAddRmsNorm",
            || normed_of_one("aclnnInplaceQuantMatmulAllReduceAddRmsNorm"),
            NORMS_OF_CODES,
        ),
    ]
}
