//! The row of `aclnnNormRopeConcat`.

use crate::reference::joined_heads as reference;
use crate::table::Row;
use crate::table::shared::joined_heads::{SINCE_910B, forward};
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnNormRopeConcat", forward)
            .accepts(&[
                ("query", SINCE_910B),
                ("key", "as query"),
                ("value", "as query"),
                ("encoderQuery", "as query"),
                ("encoderKey", "as query"),
                ("encoderValue", "as query"),
                ("normQueryWeight", "any"),
                ("normQueryBias", "any"),
                ("normKeyWeight", "any"),
                ("normKeyBias", "any"),
                ("normAddedQueryWeight", "any"),
                ("normAddedQueryBias", "any"),
                ("normAddedKeyWeight", "any"),
                ("normAddedKeyBias", "any"),
                ("ropeSin", "as query"),
                ("ropeCos", "as query"),
                ("queryOutput", "as query"),
                ("keyOutput", "as query"),
                ("valueOutput", "as query"),
                ("normQueryMean", "f32"),
                ("normQueryRstd", "f32"),
                ("normKeyMean", "f32"),
                ("normKeyRstd", "f32"),
                ("normAddedQueryMean", "f32"),
                ("normAddedQueryRstd", "f32"),
                ("normAddedKeyMean", "f32"),
                ("normAddedKeyRstd", "f32"),
            ])
            .whole(reference::forward)
            .accuracy(ROWS),
    ]
}
