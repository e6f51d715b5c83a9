//! The rows of `aclnnMoeDistributeCombine` and its other forms.

use crate::table::Row;
use crate::table::shared::mc2::experts::{
    BOOL, DISPATCHES, FLOAT, HALVES, INT32, INT64, first, fourth, second, third,
};

const COMBINE: &[(&str, &str)] = &[
    ("expandX", HALVES),
    ("expertIds", INT32),
    ("assistInfoForCombine", INT32),
    ("epSendCounts", INT32),
    ("expertScales", FLOAT),
    ("tpSendCountsOptional", "any"),
    ("xActiveMaskOptional", BOOL),
    ("activationScaleOptional", "any"),
    ("weightScaleOptional", "any"),
    ("groupListOptional", "any"),
    ("expandScalesOptional", "any"),
    ("sharedExpertXOptional", "as expandX"),
    ("xOut", "as expandX"),
    ("elasticInfoOptional", INT32),
    ("oriXOptional", "as expandX"),
    ("constExpertAlpha1Optional", "as expandX"),
    ("constExpertAlpha2Optional", "as expandX"),
    ("constExpertVOptional", "as expandX"),
    ("performanceInfoOptional", INT64),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeDistributeCombine", first::combine)
            .accepts(&[
                ("expandX", HALVES),
                ("expertIds", INT32),
                ("expandIdx", INT32),
                ("epSendCounts", INT32),
                ("expertScales", FLOAT),
                ("tpSendCounts", "any"),
                ("xActiveMask", BOOL),
                ("activationScale", "any"),
                ("weightScale", "any"),
                ("groupList", "any"),
                ("expandScales", "any"),
                ("x", "as expandX"),
            ])
            .bits(first::combine_bits)
            .except(DISPATCHES),
        Row::new("aclnnMoeDistributeCombineV2", second::combine)
            .accepts(&COMBINE[..13])
            .bits(second::combine_bits)
            .except(DISPATCHES),
        Row::new("aclnnMoeDistributeCombineV3", third::combine)
            .accepts(&COMBINE[..18])
            .bits(third::combine_bits)
            .except(DISPATCHES),
        Row::new("aclnnMoeDistributeCombineV4", fourth::combine)
            .accepts(COMBINE)
            .bits(fourth::combine_bits)
            .except(DISPATCHES),
    ]
}
