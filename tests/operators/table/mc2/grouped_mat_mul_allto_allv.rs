//! The rows of `aclnnGroupedMatMulAlltoAllv` and `aclnnGroupedMatMulAlltoAllvV2`.

use crate::table::Row;
use crate::table::shared::mc2::grouped::{HALVES, NULL, behind_1, behind_2};

const BEHIND: &[(&str, &str)] = &[
    ("gmmX", HALVES),
    ("gmmWeight", "as gmmX"),
    ("sendCountsTensorOptional", "any"),
    ("recvCountsTensorOptional", "any"),
    ("mmXOptional", "as gmmX"),
    ("mmWeightOptional", "as gmmX"),
    ("y", "as gmmX"),
    ("mmYOptional", "as gmmX"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGroupedMatMulAlltoAllv", behind_1::samples)
            .accepts(BEHIND)
            .bits(behind_1::bits)
            .except(NULL),
        Row::new("aclnnGroupedMatMulAlltoAllvV2", behind_2::samples)
            .accepts(BEHIND)
            .bits(behind_2::bits)
            .except(NULL),
    ]
}
