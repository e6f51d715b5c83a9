//! The rows of `aclnnQuantGroupedMatMulAlltoAllv` and `aclnnQuantGroupedMatMulAlltoAllvV2`.

use crate::table::Row;
use crate::table::shared::mc2::codes::{CODES, EXCEPT, RESULTS, SCALES, behind_1, behind_2};

const BEHIND: &[(&str, &str)] = &[
    ("gmmX", CODES),
    ("gmmWeight", CODES),
    ("gmmXScale", SCALES),
    ("gmmWeightScale", SCALES),
    ("sendCountsTensorOptional", "none"),
    ("recvCountsTensorOptional", "none"),
    ("mmXOptional", CODES),
    ("mmWeightOptional", CODES),
    ("mmXScaleOptional", SCALES),
    ("mmWeightScaleOptional", SCALES),
    ("commQuantScaleOptional", "none"),
    ("y", RESULTS),
    ("mmYOptional", RESULTS),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantGroupedMatMulAlltoAllv", behind_1::samples)
            .accepts(BEHIND)
            .bits(behind_1::bits)
            .except(EXCEPT),
        Row::new("aclnnQuantGroupedMatMulAlltoAllvV2", behind_2::samples)
            .accepts(BEHIND)
            .bits(behind_2::bits)
            .except(EXCEPT),
    ]
}
