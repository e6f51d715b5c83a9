//! The row of `aclnnMoeTokenUnpermuteWithRoutingMap`.

use crate::reference::moe;
use crate::table::shared::moe::FLOATS;
use crate::table::shared::moe::maps::{Map, all};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeTokenUnpermuteWithRoutingMap", || {
            all().into_iter().map(Map::unpermute).collect()
        })
        .accepts(&[
            ("permutedTokens", FLOATS),
            ("sortedIndices", "i32"),
            ("routingMapOptional", "bool i8"),
            ("probsOptional", "as permutedTokens"),
            ("unpermutedTokens", "as permutedTokens"),
            ("outIndex", "i32"),
            ("permuteTokenId", "i32"),
            ("permuteProbs", "as probsOptional"),
        ])
        .bits(moe::map_unpermute)
        .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
