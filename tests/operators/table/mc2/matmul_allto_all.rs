//! The rows of `aclnnMatmulAlltoAll` and `aclnnMatmulAlltoAllV2`.

use crate::table::Row;
use crate::table::shared::mc2::products::{HALVES, WITH_BIAS, behind_1, behind_2};

const BEHIND: &[(&str, &str)] = &[
    ("x1", HALVES),
    ("x2", "as x1"),
    ("biasOptional", "as x1"),
    ("output", "as x1"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMatmulAlltoAll", behind_1::samples)
            .accepts(BEHIND)
            .bits(behind_1::bits)
            .except(WITH_BIAS),
        Row::new("aclnnMatmulAlltoAllV2", behind_2::samples)
            .accepts(BEHIND)
            .bits(behind_2::bits)
            .except(WITH_BIAS),
    ]
}
