//! The row of `aclnnScatterPaKvCacheWithKScale`.

use crate::reference::caches;
use crate::table::shared::caches::scatters_with_scales;
use crate::table::{Accuracy, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnScatterPaKvCacheWithKScale", scatters_with_scales)
            .accepts(&[
                ("key", "none | 950: e5m2 e4m3"),
                ("value", "as key"),
                ("keyCacheRef", "as key"),
                ("valueCacheRef", "as key"),
                ("slotMapping", "i32 i64"),
                ("keyScale", "f32"),
                ("keyScaleCacheRef", "f32"),
            ])
            .bits(caches::scatter_with_scales)
            .accuracy(Accuracy::Copied),
    ]
}
