//! The row of `aclnnGatherPaKvCache`.

use crate::reference::caches;
use crate::table::shared::caches::{READ, gathers};
use crate::table::{Accuracy, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGatherPaKvCache", gathers)
            .accepts(&[
                ("keyCache", READ),
                ("valueCache", "as keyCache"),
                ("blockTables", "none | 910B: i32 | 950: i32 i64"),
                ("seqLens", "as blockTables"),
                ("keyRef", "as keyCache"),
                ("valueRef", "as valueCache"),
                ("seqOffsetOptional", "any"),
            ])
            .bits(caches::gather)
            .accuracy(Accuracy::Copied)
            .except(&[(
                "dtypes keyCache",
                "FLOAT8_E4M3FN may stand beside FLOAT16: each pair is a sample",
            )]),
    ]
}
