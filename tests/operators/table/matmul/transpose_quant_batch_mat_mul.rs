//! The rows of `aclnnTransposeQuantBatchMatMul` and `aclnnTransposeQuantBatchMatMulWeightNz`.

use crate::reference::quant_matmul as reference;
use crate::table::shared::matmul::quantised::fused::turned_batches;
use crate::table::shared::matmul::quantised::types::{MORE, TURNED};
use crate::table::{Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnTransposeQuantBatchMatMul", || turned_batches(false))
            .accepts(TURNED)
            .bits(reference::turned_batches)
            .holds(STRIDED | SHAPE)
            .except(MORE),
        Row::new("aclnnTransposeQuantBatchMatMulWeightNz", || {
            turned_batches(true)
        })
        .accepts(TURNED)
        .bits(reference::turned_batches)
        .holds(SHAPE)
        .except(MORE),
    ]
}
