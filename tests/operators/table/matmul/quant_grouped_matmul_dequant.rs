//! The rows of `aclnnQuantGroupedMatmulDequant` and `aclnnQuantGroupedMatmulDequantWeightNZ`.

use crate::table::Row;
use crate::table::shared::matmul::few_bits::types::GROUPED_DEQUANT;
use crate::table::shared::matmul::few_bits::{Storage, dequant, on_310p};

pub fn rows() -> Vec<Row> {
    vec![
        on_310p(
            "aclnnQuantGroupedMatmulDequant",
            || dequant(true, Storage::Plain),
            GROUPED_DEQUANT,
        ),
        on_310p(
            "aclnnQuantGroupedMatmulDequantWeightNZ",
            || dequant(true, Storage::Blocks),
            GROUPED_DEQUANT,
        ),
    ]
}
