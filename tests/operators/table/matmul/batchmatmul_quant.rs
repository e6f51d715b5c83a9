//! The row of `aclnnBatchMatmulQuant`.

use crate::table::Row;
use crate::table::shared::matmul::few_bits::types::QUANTISED;
use crate::table::shared::matmul::few_bits::{on_910b, quantised};

pub fn rows() -> Vec<Row> {
    vec![on_910b("aclnnBatchMatmulQuant", quantised, QUANTISED)]
}
