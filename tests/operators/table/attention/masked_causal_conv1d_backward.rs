//! The row of `aclnnMaskedCausalConv1dBackward`.

use crate::reference::recurrences as reference;
use crate::table::Row;
use crate::table::shared::recurrences::convolutions::masked_gradient;
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaskedCausalConv1dBackward", masked_gradient)
            .accepts(&[
                ("gradY", "as x"),
                ("x", "none | 950: f16 bf16"),
                ("weight", "as x"),
                ("maskOptional", "bool"),
                ("gradXOut", "as x"),
                ("gradWeightOut", "as x"),
            ])
            .whole(reference::masked_gradient)
            .accuracy(ROWS),
    ]
}
