//! The row of `aclnnMoeTokenUnpermuteWithRoutingMapGrad`.

use crate::reference::moe;
use crate::table::shared::moe::FLOATS;
use crate::table::shared::moe::maps::{Map, all};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeTokenUnpermuteWithRoutingMapGrad", || {
            all().into_iter().map(Map::unpermute_gradient).collect()
        })
        .accepts(&[
            ("unpermutedTokensGrad", FLOATS),
            ("outIndex", "i32"),
            ("permuteTokenId", "i32"),
            ("routingMapOptional", "bool i8"),
            ("permutedTokensOptional", "as unpermutedTokensGrad"),
            ("probsOptional", "as unpermutedTokensGrad"),
            ("permutedTokensGradOut", "as unpermutedTokensGrad"),
            ("probsGradOutOptional", "as probsOptional"),
        ])
        .bits(moe::map_unpermute_gradient)
        .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
