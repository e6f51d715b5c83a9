//! The row of `aclnnQuantFlashAttnMetadata`.

use crate::number::Number;
use crate::table::Row;
use crate::table::shared::attention::dense_schedules::{TABLE, calls};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantFlashAttnMetadata", || {
            calls("aclnnQuantFlashAttnMetadata")
        })
        .accepts(&[
            ("cuSeqlensQOptional", "i32"),
            ("cuSeqlensKvOptional", "i32"),
            ("sequsedQOptional", "i32"),
            ("sequsedKvOptional", "i32"),
            ("vDescaleOptional", "any"),
            TABLE,
        ])
        .filled(|_| Number::Int(0)),
    ]
}
