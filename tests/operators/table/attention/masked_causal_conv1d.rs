//! The row of `aclnnMaskedCausalConv1d`.

use crate::reference::recurrences as reference;
use crate::table::Row;
use crate::table::shared::recurrences::convolutions::masked;
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaskedCausalConv1d", masked)
            .accepts(&[
                ("x", "none | 950: f16 bf16"),
                ("weight", "as x"),
                ("maskOptional", "bool"),
                ("out", "as x"),
            ])
            .whole(reference::masked)
            .accuracy(ROWS),
    ]
}
