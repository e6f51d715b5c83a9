//! The rows of `aclnnDynamicMxQuantWithDualAxis` and `aclnnDynamicMxQuantWithDualAxisV2`.

use crate::table::shared::quant::{ELEMENTS, NO_DTYPES, TESTS, dual};
use crate::table::{Accuracy, Row, SHAPE, computes};

const DUAL: &[(&str, &str)] = &[
    ("x", "f16 bf16"),
    ("y1Out", ELEMENTS),
    ("mxscale1Out", "e8m0"),
    ("y2Out", "as y1Out"),
    ("mxscale2Out", "e8m0"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDynamicMxQuantWithDualAxis", || vec![dual(&[])])
            .accepts(DUAL)
            .computes(computes::own)
            .held_by(TESTS)
            .accuracy(Accuracy::Elsewhere(TESTS))
            .holds(SHAPE)
            .except(NO_DTYPES),
        Row::new("aclnnDynamicMxQuantWithDualAxisV2", || vec![dual(&[0.0])])
            .accepts(DUAL)
            .computes(computes::own)
            .held_by(TESTS)
            .accuracy(Accuracy::Elsewhere(TESTS))
            .holds(SHAPE)
            .except(NO_DTYPES),
    ]
}
