//! The rows of `aclnnAlltoAllvQuantGroupedMatMul` and `aclnnAlltoAllvQuantGroupedMatMulV2`.

use crate::table::Row;
use crate::table::shared::mc2::codes::{CODES, EXCEPT, RESULTS, SCALES, before_1, before_2};

const BEFORE: &[(&str, &str)] = &[
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
    ("gmmY", RESULTS),
    ("mmYOptional", RESULTS),
    ("permuteOutOptional", CODES),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAlltoAllvQuantGroupedMatMul", before_1::samples)
            .accepts(BEFORE)
            .bits(before_1::bits)
            .except(EXCEPT),
        Row::new("aclnnAlltoAllvQuantGroupedMatMulV2", before_2::samples)
            .accepts(BEFORE)
            .bits(before_2::bits)
            .except(EXCEPT),
    ]
}
