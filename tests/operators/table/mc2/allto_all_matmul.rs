//! The rows of `aclnnAlltoAllMatmul` and `aclnnAlltoAllMatmulV2`.

use crate::table::Row;
use crate::table::shared::mc2::products::{HALVES, WITH_BIAS, before_1, before_2};

const BEFORE: &[(&str, &str)] = &[
    ("x1", HALVES),
    ("x2", "as x1"),
    ("biasOptional", "as x1"),
    ("output", "as x1"),
    ("alltoAllOutOptional", "as x1"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAlltoAllMatmul", before_1::samples)
            .accepts(BEFORE)
            .bits(before_1::bits)
            .except(WITH_BIAS),
        Row::new("aclnnAlltoAllMatmulV2", before_2::samples)
            .accepts(BEFORE)
            .bits(before_2::bits)
            .except(WITH_BIAS),
    ]
}
