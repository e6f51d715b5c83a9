//! The rows of `aclnnInplaceQuantScatter` and `aclnnInplaceQuantScatterV2`.

use crate::reference::fused_caches as reference;
use crate::table::Row;
use crate::table::shared::fused_caches::samples::{updates, updates_v2};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplaceQuantScatter", updates)
            .accepts(&[
                ("selfRef", "none | 910B 950 310: i8"),
                ("indices", "i32 i64"),
                ("updates", "none | 910B 950: f16 bf16 | 310: f16"),
                ("quantScales", "f32 bf16"),
                ("quantZeroPoints", "i32 bf16"),
            ])
            .bits(reference::quantised_updates),
        Row::new("aclnnInplaceQuantScatterV2", updates_v2)
            .accepts(&[
                ("selfRef", "none | 950: i8 hif8 e5m2 e4m3"),
                ("indices", "i32 i64"),
                ("updates", "none | 950: f16 bf16"),
                ("quantScales", "f32"),
                ("quantZeroPoints", "i32"),
            ])
            .bits(reference::quantised_updates)
            .except(&[
                (
                    "dtypes selfRef",
                    "the mode follows from the type: each is a sample",
                ),
                (
                    "dtypes updates",
                    "the types of scales follow from it: both are samples",
                ),
            ]),
    ]
}
