//! The row of `aclnnScatterPaCache`.

use crate::reference::caches;
use crate::table::shared::caches::scatters_of_keys;
use crate::table::{Accuracy, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnScatterPaCache", scatters_of_keys)
            .accepts(&[
                (
                    "key",
                    "none | 950: f32 f16 bf16 i8 u8 i16 u16 i32 u32 hif8 e5m2 e4m3 e2m1 e1m2",
                ),
                ("keyCacheRef", "as key"),
                ("slotMapping", "i32 i64"),
                ("compressLensOptional", "any"),
                ("compressSeqOffsetOptional", "any"),
                ("seqLensOptional", "any"),
            ])
            .bits(caches::scatter_keys)
            .accuracy(Accuracy::Copied)
            .except(&[("strided key", "sequences of four dimensions are contiguous")]),
    ]
}
