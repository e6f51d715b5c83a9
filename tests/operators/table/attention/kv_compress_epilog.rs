//! The row of `aclnnKvCompressEpilog`.

use crate::reference::packed_caches as reference;
use crate::table::Row;
use crate::table::shared::packed_caches::epilog;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnKvCompressEpilog", epilog)
            .accepts(&[
                ("cacheRef", "none | 950: u8"),
                ("x", "none | 950: bf16"),
                ("slotMapping", "i32 i64"),
            ])
            .bits(reference::epilog),
    ]
}
