//! The rows of `aclnnGroupedDynamicMxQuant` and `aclnnGroupedDynamicMxQuantV2`.

use crate::table::shared::quant::{ELEMENTS, NO_DTYPES, TESTS, grouped};
use crate::table::{Accuracy, Row, SHAPE, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGroupedDynamicMxQuant", || vec![grouped(false)])
            .accepts(&[
                ("x", "f16 bf16"),
                ("groupIndex", "i32"),
                ("y", "e5m2 e4m3"),
                ("mxscale", "e8m0"),
            ])
            .computes(computes::own)
            .held_by(TESTS)
            .accuracy(Accuracy::Elsewhere(TESTS))
            .holds(SHAPE)
            .except(NO_DTYPES),
        Row::new("aclnnGroupedDynamicMxQuantV2", || vec![grouped(true)])
            .accepts(&[
                ("x", "f16 bf16"),
                ("groupIndex", "i32"),
                ("y", ELEMENTS),
                ("mxscale", "e8m0"),
            ])
            .computes(computes::own)
            .held_by(TESTS)
            .accuracy(Accuracy::Elsewhere(TESTS))
            .holds(SHAPE)
            .except(NO_DTYPES),
    ]
}
