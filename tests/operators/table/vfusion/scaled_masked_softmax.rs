//! The row of `aclnnScaledMaskedSoftmax`.

use crate::reference::rows::softmax;
use crate::table::Row;
use crate::table::shared::rows::softmax::masks;
use crate::table::shared::rows::{LAYOUT, ROWS};

const MASKED: &str = "f32 f16 bf16 | 910 310: none";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnScaledMaskedSoftmax", masks)
            .accepts(&[
                ("x", MASKED),
                ("mask", "bool | 910 310: none"),
                ("y", "as x"),
            ])
            .whole(softmax::scaled_masked)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
