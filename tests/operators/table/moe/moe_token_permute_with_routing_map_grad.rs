//! The row of `aclnnMoeTokenPermuteWithRoutingMapGrad`.

use crate::reference::moe;
use crate::table::shared::moe::FLOATS;
use crate::table::shared::moe::maps::{Map, all};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeTokenPermuteWithRoutingMapGrad", || {
            all().into_iter().map(Map::permute_gradient).collect()
        })
        .accepts(&[
            ("permutedTokenOutputGrad", FLOATS),
            (
                "permutedProbsOutputGradOptional",
                "as permutedTokenOutputGrad",
            ),
            ("sortedIndices", "i32"),
            ("routingMapOptional", "bool i8"),
            ("tokensGradOut", "as permutedTokenOutputGrad"),
            ("probsGradOutOptional", "as permutedProbsOutputGradOptional"),
        ])
        .bits(moe::map_permute_gradient)
        .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
