//! The row of `aclnnQuantMatmulDequant`.

use crate::table::Row;
use crate::table::shared::matmul::few_bits::types::DEQUANT;
use crate::table::shared::matmul::few_bits::{Storage, dequant, on_310p};

pub fn rows() -> Vec<Row> {
    vec![on_310p(
        "aclnnQuantMatmulDequant",
        || dequant(false, Storage::Plain),
        DEQUANT,
    )]
}
