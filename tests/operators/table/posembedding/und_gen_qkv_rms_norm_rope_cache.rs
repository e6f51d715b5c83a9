//! The row of `aclnnUndGenQkvRmsNormRopeCache`.

use crate::reference::packed_caches as reference;
use crate::table::Row;
use crate::table::shared::packed_caches::two_sources;

const CONTIGUOUS: &str = "a cache is contiguous";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnUndGenQkvRmsNormRopeCache", two_sources)
            .accepts(&[
                ("undQkv", "none | 950: bf16"),
                ("undWeightsQ", "as undQkv"),
                ("undWeightsK", "as undQkv"),
                ("cosSinCache", "f32"),
                ("kCacheRef", "as undQkv"),
                ("vCacheRef", "as undQkv"),
                ("slotMapping", "i64"),
                ("positions", "i64"),
                ("genQkvOptional", "as undQkv"),
                ("genWeightsQOptional", "as undQkv"),
                ("genWeightsKOptional", "as undQkv"),
                ("catIndicesOptional", "i64"),
                ("qOut", "as undQkv"),
            ])
            .bits(reference::two_sources)
            .except(&[
                ("strided kCacheRef", CONTIGUOUS),
                ("strided vCacheRef", CONTIGUOUS),
            ]),
    ]
}
