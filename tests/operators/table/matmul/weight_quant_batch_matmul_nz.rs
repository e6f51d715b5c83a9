//! The row of `aclnnWeightQuantBatchMatmulNz`.

use crate::reference::quant_matmul as reference;
use crate::table::shared::matmul::quantised::types::{WEIGHT, WORDS};
use crate::table::shared::matmul::quantised::weights::weight_samples;
use crate::table::{OVERLAP, Row, SHAPE};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnWeightQuantBatchMatmulNz", || {
            weight_samples(false, true)
        })
        .accepts(WEIGHT)
        .bits(reference::weight)
        .holds(OVERLAP | SHAPE)
        .except(WORDS),
    ]
}
