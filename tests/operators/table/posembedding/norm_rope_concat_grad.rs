//! The row of `aclnnNormRopeConcatBackward`.

use crate::reference::joined_heads as reference;
use crate::table::Row;
use crate::table::shared::joined_heads::{SINCE_910B, backward};
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnNormRopeConcatBackward", backward)
            .accepts(&[
                ("gradQueryOutput", SINCE_910B),
                ("gradKeyOutput", "as gradQueryOutput"),
                ("gradValueOutput", "as gradQueryOutput"),
                ("query", "as gradQueryOutput"),
                ("key", "as gradQueryOutput"),
                ("encoderQuery", "as gradQueryOutput"),
                ("encoderKey", "as gradQueryOutput"),
                ("normQueryWeight", "any"),
                ("normQueryMean", "f32"),
                ("normQueryRstd", "f32"),
                ("normKeyWeight", "any"),
                ("normKeyMean", "f32"),
                ("normKeyRstd", "f32"),
                ("normAddedQueryWeight", "any"),
                ("normAddedQueryMean", "f32"),
                ("normAddedQueryRstd", "f32"),
                ("normAddedKeyWeight", "any"),
                ("normAddedKeyMean", "f32"),
                ("normAddedKeyRstd", "f32"),
                ("ropeSin", "as gradQueryOutput"),
                ("ropeCos", "as gradQueryOutput"),
                ("gradQuery", "as gradQueryOutput"),
                ("gradKey", "as gradQueryOutput"),
                ("gradValue", "as gradQueryOutput"),
                ("gradEncoderQuery", "as gradQueryOutput"),
                ("gradEncoderKey", "as gradQueryOutput"),
                ("gradEncoderValue", "as gradQueryOutput"),
                ("gradNormQueryWeight", "any"),
                ("gradNormQueryBias", "any"),
                ("gradNormKeyWeight", "any"),
                ("gradNormKeyBias", "any"),
                ("gradNormAddedQueryWeight", "any"),
                ("gradNormAddedQueryBias", "any"),
                ("gradNormAddedKeyWeight", "any"),
                ("gradNormAddedKeyBias", "any"),
            ])
            .whole(reference::backward)
            .accuracy(ROWS),
    ]
}
