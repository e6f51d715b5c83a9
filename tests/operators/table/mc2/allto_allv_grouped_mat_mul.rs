//! The rows of `aclnnAlltoAllvGroupedMatMul` and `aclnnAlltoAllvGroupedMatMulV2`.

use crate::table::Row;
use crate::table::shared::mc2::grouped::{HALVES, NULL, before_1, before_2};

const BEFORE: &[(&str, &str)] = &[
    ("gmmX", HALVES),
    ("gmmWeight", "as gmmX"),
    ("sendCountsTensorOptional", "any"),
    ("recvCountsTensorOptional", "any"),
    ("mmXOptional", "as gmmX"),
    ("mmWeightOptional", "as gmmX"),
    ("gmmY", "as gmmX"),
    ("mmYOptional", "as gmmX"),
    ("permuteOutOptional", "as gmmX"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAlltoAllvGroupedMatMul", before_1::samples)
            .accepts(BEFORE)
            .bits(before_1::bits)
            .except(NULL),
        Row::new("aclnnAlltoAllvGroupedMatMulV2", before_2::samples)
            .accepts(BEFORE)
            .bits(before_2::bits)
            .except(NULL),
    ]
}
