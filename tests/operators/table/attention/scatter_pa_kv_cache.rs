//! The row of `aclnnScatterPaKvCache`.

use crate::reference::caches;
use crate::table::shared::caches::{ROWS, WIDER, scatters};
use crate::table::{Accuracy, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnScatterPaKvCache", scatters)
            .accepts(&[
                ("key", ROWS),
                ("keyCacheRef", "as key"),
                ("slotMapping", "i32 i64"),
                ("value", ROWS),
                ("valueCacheRef", "as value"),
                ("compressLensOptional", "any"),
                ("compressSeqOffsetOptional", "any"),
                ("seqLensOptional", "any"),
            ])
            .bits(caches::scatter)
            .accuracy(Accuracy::Copied)
            .except(&[("strided key", WIDER), ("strided value", WIDER)]),
    ]
}
