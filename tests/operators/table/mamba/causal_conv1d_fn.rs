//! The row of `aclnnCausalConv1dFn`.

use crate::reference::recurrences as reference;
use crate::table::Row;
use crate::table::shared::recurrences::convolutions::conv_fn;
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnCausalConv1dFn", conv_fn)
            .accepts(&[
                ("x", "none | 950: f16 bf16"),
                ("weight", "as x"),
                ("convStatesRef", "as x"),
                ("biasOptional", "as x"),
                ("queryStartLocOptional", "i32"),
                ("cacheIndicesOptional", "i32"),
                ("initialStateModeOptional", "i32"),
                ("blockIdxFirstScheduledTokenOptional", "i32"),
                ("blockIdxLastScheduledTokenOptional", "i32"),
                ("initialStateIdxOptional", "i32"),
                ("numComputedTokensOptional", "i32"),
                ("y", "as x"),
            ])
            .whole(reference::conv_fn)
            .accuracy(ROWS),
    ]
}
