//! The row of `aclnnIndexerQuantCache`.

use crate::reference::packed_caches as reference;
use crate::table::Row;
use crate::table::shared::packed_caches::indexer;

const EACH: &str = "the mode follows from the type: each pair of types is a sample";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnIndexerQuantCache", indexer)
            .accepts(&[
                ("cacheRef", "none | 950: e4m3 e5m2 u8 e2m1 e1m2"),
                ("cacheScaleRef", "none | 950: f32 e8m0"),
                ("x", "none | 950: f16 bf16"),
                ("slotMapping", "i32"),
            ])
            .bits(reference::indexer)
            .except(&[("dtypes cacheRef", EACH), ("dtypes cacheScaleRef", EACH)]),
    ]
}
