//! The rows of `aclnnKvRmsNormRopeCache` and `aclnnKvRmsNormRopeCacheV2`.

use hostnpu::tensor::Dtype::*;

use crate::reference::fused_caches as reference;
use crate::table::Row;
use crate::table::samples::patterns;
use crate::table::shared::fused_caches::samples::{PLAIN, kv, kv_rows, kv_rows_v2};
use crate::table::shared::fused_caches::{SINCE_910B, Types, refused};

macro_rules! kv_types {
    ($($value:literal)?) => {
        &[
            ("kv", SINCE_910B),
            ("gamma", "as kv"),
            ("cos", "as kv"),
            ("sin", "as kv"),
            ("index", "i64"),
            ("kCacheRef", "as kv"),
            ("ckvCacheRef", "as kv"),
            ("kRopeScaleOptional", "any"),
            ("cKvScaleOptional", "any"),
            ("kRopeOffsetOptional", "any"),
            ("cKvOffsetOptional", "any"),
            $(($value, "any"),)?
            ("kRopeOut", "any"),
            ("cKvOut", "any"),
        ]
    };
}

const OF_CACHES: (&str, &str) = (
    "dtypes kCacheRef",
    "a quantised cache needs a scale: each pair of types is a sample",
);
const OF_VALUES: (&str, &str) = ("dtypes ckvCacheRef", "as `kCacheRef`");
const NZ_KEYS: (&str, &str) = ("strided kCacheRef", "a cache in blocks is contiguous");
const NZ_VALUES: (&str, &str) = ("strided ckvCacheRef", "a cache in blocks is contiguous");
const TABLE: Types = &[OF_CACHES, OF_VALUES, NZ_KEYS, NZ_VALUES];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnKvRmsNormRopeCache", kv_rows)
            .accepts(kv_types!())
            .bits(reference::kv_rows)
            .except(TABLE),
        Row::new("aclnnKvRmsNormRopeCacheV2", kv_rows_v2)
            .accepts(kv_types!("vOptional"))
            .bits(reference::kv_rows)
            .except(TABLE),
    ]
}

#[test]
fn caches_of_other_rows_are_refused() {
    // One row number of a sequence names a place in both caches.
    let sample = kv(&PLAIN, false);
    let keys = patterns(F16, &[2, 1, 5, 32], 1);
    let message = refused("aclnnKvRmsNormRopeCache", sample, 5, keys);
    for words in ["`ckvCacheRef`", "5 rows of a block"] {
        assert!(message.contains(words), "{words}: {message}");
    }
}
