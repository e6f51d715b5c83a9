//! The row of `aclnnQkvRmsNormRopeCacheWithKScale`.

use crate::reference::packed_caches as reference;
use crate::table::Row;
use crate::table::shared::packed_caches::with_scales;

const ONE: &str = "the form follows from the type: both are samples";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQkvRmsNormRopeCacheWithKScale", with_scales)
            .accepts(&[
                ("qkv", "bf16"),
                ("qGamma", "f32"),
                ("kGamma", "f32"),
                ("cosSin", "f32"),
                ("slotMapping", "i32"),
                ("kCacheRef", "none | 950: e4m3 i8"),
                ("vCacheRef", "e4m3"),
                ("kScaleCacheRef", "f32"),
                ("queryStartLocOptional", "i32"),
                ("seqLensOptional", "i32"),
                ("rotationOptional", "bf16"),
                ("vScaleOptional", "f32"),
                ("mropePositionOptional", "any"),
                ("qOut", "e4m3 bf16"),
                ("qScaleOptional", "f32"),
            ])
            .bits(reference::with_scales)
            .except(&[("dtypes kCacheRef", ONE), ("dtypes qOut", ONE)]),
    ]
}
