//! The rows of `aclnnFusedCausalConv1d` and `aclnnInplaceFusedCausalConv1d`.

use crate::reference::recurrences as reference;
use crate::table::Row;
use crate::table::shared::recurrences::convolutions::fused_of;
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFusedCausalConv1d", || fused_of(false))
            .accepts(&[
                ("x", "none | 950: f16 bf16"),
                ("weight", "as x"),
                ("convStates", "as x"),
                ("queryStartLoc", "i32"),
                ("cacheIndices", "i32"),
                ("initialStateMode", "any"),
                ("bias", "any"),
                ("numAcceptedTokens", "i32"),
                ("numComputedTokens", "i32"),
                ("blockIdxFirstScheduledToken", "i32"),
                ("blockIdxLastScheduledToken", "i32"),
                ("initialStateIdx", "i32"),
                ("y", "as x"),
            ])
            .whole(reference::conv_fused)
            .accuracy(ROWS),
        Row::new("aclnnInplaceFusedCausalConv1d", || fused_of(true))
            .accepts(&[
                ("x", "none | 950: f16 bf16"),
                ("weight", "as x"),
                ("convStates", "as x"),
                ("queryStartLoc", "i32"),
                ("cacheIndices", "i32"),
                ("initialStateMode", "any"),
                ("bias", "any"),
                ("numAcceptedTokens", "i32"),
                ("numComputedTokens", "i32"),
                ("blockIdxFirstScheduledToken", "i32"),
                ("blockIdxLastScheduledToken", "i32"),
                ("initialStateIdx", "i32"),
            ])
            .whole(reference::conv_in_place)
            .accuracy(ROWS),
    ]
}
