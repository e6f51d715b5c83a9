//! The row of `aclnnAddRmsNormDynamicMxQuant`.

use crate::reference::normed_quantisers as reference;
use crate::table::shared::quant::normed::{Accepts, BY_CODE, WITH_FLOAT, blocks_samples};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

const BLOCKS_OF_SUM: Accepts = &[
    ("x1", "| 950: f16 bf16"),
    ("x2", "as x1"),
    ("gamma", "as x1"),
    ("beta", "as x1"),
    ("yOut", "| 950: e5m2 e4m3 e2m1 e1m2"),
    ("xOut", "as x1"),
    ("mxscaleOut", "| 950: e8m0"),
    ("rstdOut", "| 950: f32"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAddRmsNormDynamicMxQuant", || blocks_samples(true))
            .accepts(BLOCKS_OF_SUM)
            .bits(reference::rms_norm_dynamic_mx_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[BY_CODE, ("dtypes gamma", WITH_FLOAT)]),
    ]
}
