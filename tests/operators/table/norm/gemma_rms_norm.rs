//! The row of `aclnnGemmaRmsNorm`.

use crate::reference::rows::norms;
use crate::table::Row;
use crate::table::shared::rows::norms::rms;
use crate::table::shared::rows::{LAYOUT, ROWS};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGemmaRmsNorm", rms)
            .accepts(&[
                ("x", "f32 f16 bf16 | 910 310: none"),
                ("gamma", "as x | 950: f32"),
                ("yOut", "as x"),
                ("rstdOut", "f32"),
            ])
            .whole(norms::gemma_rms_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
