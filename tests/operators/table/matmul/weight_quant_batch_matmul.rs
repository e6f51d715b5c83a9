//! The rows of `aclnnWeightQuantBatchMatmul`, `aclnnWeightQuantBatchMatmulV2` and `aclnnWeightQuantBatchMatmulV3`.

use crate::reference::quant_matmul as reference;
use crate::table::shared::matmul::few_bits::types::WEIGHTS;
use crate::table::shared::matmul::few_bits::{on_910b, weights};
use crate::table::shared::matmul::quantised::types::{WEIGHT, WORDS};
use crate::table::shared::matmul::quantised::weights::weight_samples;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        on_910b("aclnnWeightQuantBatchMatmul", weights, WEIGHTS),
        Row::new("aclnnWeightQuantBatchMatmulV2", || {
            weight_samples(false, false)
        })
        .accepts(WEIGHT)
        .bits(reference::weight)
        .holds(STRIDED | OVERLAP | SHAPE)
        .except(WORDS),
        Row::new("aclnnWeightQuantBatchMatmulV3", || {
            weight_samples(true, false)
        })
        .accepts(WEIGHT)
        .bits(reference::weight)
        .holds(STRIDED | OVERLAP | SHAPE)
        .except(WORDS),
    ]
}
