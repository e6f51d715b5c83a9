//! The rows of `aclnnDynamicMxQuant`, `aclnnDynamicMxQuantV2` and `aclnnDynamicMxQuantV3`.

use crate::table::shared::quant::{ELEMENTS, NO_DTYPES, TESTS, quantised};
use crate::table::{Accuracy, Row, SHAPE, computes};

const QUANTISED: &[(&str, &str)] = &[
    ("x", "f32 f16 bf16"),
    ("yOut", ELEMENTS),
    ("mxscaleOut", "e8m0"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDynamicMxQuant", || vec![quantised(&[])])
            .accepts(QUANTISED)
            .computes(computes::own)
            .held_by(TESTS)
            .accuracy(Accuracy::Elsewhere(TESTS))
            .holds(SHAPE)
            .except(NO_DTYPES),
        Row::new("aclnnDynamicMxQuantV2", || vec![quantised(&[0.0])])
            .accepts(QUANTISED)
            .computes(computes::own)
            .held_by(TESTS)
            .accuracy(Accuracy::Elsewhere(TESTS))
            .holds(SHAPE)
            .except(NO_DTYPES),
        Row::new("aclnnDynamicMxQuantV3", || vec![quantised(&[0.0, 0.0])])
            .accepts(QUANTISED)
            .computes(computes::own)
            .held_by(TESTS)
            .accuracy(Accuracy::Elsewhere(TESTS))
            .holds(SHAPE)
            .except(NO_DTYPES),
    ]
}
