//! The row of `aclnnQuantBatchMatmulInplaceAdd`.

use crate::reference::quant_matmul as reference;
use crate::table::Row;
use crate::table::shared::matmul::quantised::added_codes;
use crate::table::shared::matmul::quantised::types::{ADDED_CODES, EXCEPT};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantBatchMatmulInplaceAdd", || added_codes(false))
            .accepts(ADDED_CODES)
            .bits(reference::added_codes)
            .except(EXCEPT),
    ]
}
