//! The row of `aclnnMoeTokenPermuteWithRoutingMap`.

use crate::reference::moe;
use crate::table::shared::moe::FLOATS;
use crate::table::shared::moe::maps::{Map, all};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeTokenPermuteWithRoutingMap", || {
            all().into_iter().map(Map::permute).collect()
        })
        .accepts(&[
            ("tokens", FLOATS),
            ("routingMap", "bool i8"),
            ("probsOptional", "as tokens"),
            ("permuteTokensOut", "as tokens"),
            ("permuteProbsOutOptional", "as probsOptional"),
            ("sortedIndicesOut", "i32"),
        ])
        .bits(moe::map_permute)
        .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
