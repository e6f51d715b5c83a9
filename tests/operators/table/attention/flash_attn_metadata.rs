//! The row of `aclnnFlashAttnMetadata`.

use crate::number::Number;
use crate::table::Row;
use crate::table::shared::attention::dense_schedules::{TABLE, calls};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFlashAttnMetadata", || calls("aclnnFlashAttnMetadata"))
            .accepts(&[
                ("cuSeqlensQOptional", "i32"),
                ("cuSeqlensKvOptional", "i32"),
                ("sequsedQOptional", "i32"),
                ("sequsedKvOptional", "i32"),
                TABLE,
            ])
            .filled(|_| Number::Int(0)),
    ]
}
