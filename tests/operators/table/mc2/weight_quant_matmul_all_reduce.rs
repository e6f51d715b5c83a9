//! The rows of `aclnnWeightQuantMatmulAllReduce` and `aclnnWeightQuantMatmulAllReduceV2`.

use crate::table::Row;
use crate::table::shared::mc2::quantised::types::WEIGHTS;
use crate::table::shared::mc2::quantised::{product, weight_1, weight_2};

pub fn rows() -> Vec<Row> {
    vec![
        product(
            "aclnnWeightQuantMatmulAllReduce",
            weight_1::samples,
            weight_1::bits,
            WEIGHTS,
        ),
        product(
            "aclnnWeightQuantMatmulAllReduceV2",
            weight_2::samples,
            weight_2::bits,
            WEIGHTS,
        ),
    ]
}
