//! The rows of `aclnnWeightQuantMatmulAllReduceAddRmsNorm` and `aclnnInplaceWeightQuantMatmulAllReduceAddRmsNorm`.

use crate::table::Row;
use crate::table::shared::mc2::quantised::types::NORMS_OF_WEIGHTS;
use crate::table::shared::mc2::quantised::{normed, normed_of_one};

pub fn rows() -> Vec<Row> {
    vec![
        normed(
            "aclnnWeightQuantMatmulAllReduceAddRmsNorm",
            || normed_of_one("aclnnWeightQuantMatmulAllReduceAddRmsNorm"),
            NORMS_OF_WEIGHTS,
        ),
        normed(
            "aclnnInplaceWeightQuantMatmulAllReduceAddRmsNorm",
            || normed_of_one("aclnnInplaceWeightQuantMatmulAllReduceAddRmsNorm"),
            NORMS_OF_WEIGHTS,
        ),
    ]
}
