//! Rows that are normalised, rotated, quantised and written to caches.

mod samples;

use hostnpu::tensor::Dtype::*;

use super::samples::patterns;
use super::{Row, entry};
use crate::argument::Argument;
use crate::call::call;
use crate::reference::fused_caches as reference;
pub use samples::indices;
use samples::*;

pub type Types = &'static [(&'static str, &'static str)];

const SINCE_910B: &str = "none | 910B 950: f16 bf16";

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

pub fn rows() -> Vec<Row> {
    const OF_CACHES: (&str, &str) = (
        "dtypes kCacheRef",
        "a quantised cache needs a scale: each pair of types is a sample",
    );
    const OF_VALUES: (&str, &str) = ("dtypes ckvCacheRef", "as `kCacheRef`");
    const NZ_KEYS: (&str, &str) = ("strided kCacheRef", "a cache in blocks is contiguous");
    const NZ_VALUES: (&str, &str) = ("strided ckvCacheRef", "a cache in blocks is contiguous");
    const TABLE: Types = &[OF_CACHES, OF_VALUES, NZ_KEYS, NZ_VALUES];
    vec![
        Row::new("aclnnKvRmsNormRopeCache", kv_rows)
            .accepts(kv_types!())
            .bits(reference::kv_rows)
            .except(TABLE),
        Row::new("aclnnKvRmsNormRopeCacheV2", kv_rows_v2)
            .accepts(kv_types!("vOptional"))
            .bits(reference::kv_rows)
            .except(TABLE),
        Row::new("aclnnQkvRmsNormRopeCache", qkv_rows)
            .accepts(&[
                ("qkv", SINCE_910B),
                ("qGamma", "as qkv"),
                ("kGamma", "as qkv"),
                ("cos", "as qkv"),
                ("sin", "as qkv"),
                ("index", "i64"),
                ("qOut", "as qkv"),
                ("kCache", "as qkv"),
                ("vCache", "as qkv"),
                ("kScaleOptional", "any"),
                ("vScaleOptional", "any"),
                ("kOffsetOptional", "any"),
                ("vOffsetOptional", "any"),
                ("qOutBeforeQuant", "any"),
                ("kOutBeforeQuant", "any"),
                ("vOutBeforeQuant", "any"),
            ])
            .bits(reference::qkv_rows)
            .except(&[
                (
                    "dtypes kCache",
                    "a quantised cache needs a scale: each pair of types is a sample",
                ),
                ("dtypes vCache", "as `kCache`"),
            ]),
        Row::new("aclnnDequantRopeQuantKvcache", dequantised)
            .accepts(&[
                ("x", SINCE_910B),
                ("cos", "as x"),
                ("sin", "as cos"),
                ("kCacheRef", "i8"),
                ("vCacheRef", "i8"),
                ("indices", "i32"),
                ("scaleK", "f32"),
                ("scaleV", "f32"),
                ("offsetKOptional", "any"),
                ("offsetVOptional", "any"),
                ("weightScaleOptional", "any"),
                ("activationScaleOptional", "any"),
                ("biasOptional", "any"),
                ("qOut", "as cos"),
                ("kOut", "any"),
                ("vOut", "any"),
            ])
            .bits(reference::dequantised_rows)
            .except(&[(
                "dtypes x",
                "INT32 needs a scale: each pair of types is a sample",
            )]),
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

/// The message with which a changed sample is refused.
fn refused(name: &str, mut sample: Vec<Argument>, at: usize, argument: Argument) -> String {
    sample[at] = argument;
    call(entry(name), &sample).unwrap_err().message
}

#[test]
fn rows_outside_caches_are_errors_of_the_stream() {
    let check = |message: String, words: &[&str]| {
        for word in words {
            assert!(message.contains(word), "{word}: {message}");
        }
    };
    for mode in MODES {
        let sample = kv(&Kv { mode, ..PLAIN }, false);
        let shape = sample[4].tensors()[0].shape.clone();
        let room = if mode == "Norm" { 11 } else { 160 };
        for slot in [room, i64::MAX] {
            let message = refused(
                "aclnnKvRmsNormRopeCache",
                sample.clone(),
                4,
                indices(I64, &shape, &[slot]),
            );
            check(message, &["`index`", &format!("0 to {}", room - 1)]);
        }
    }
    let message = refused(
        "aclnnQkvRmsNormRopeCache",
        qkv_rows().swap_remove(0),
        5,
        indices(I64, &[10], &[160]),
    );
    check(message, &["`index`", "0 to 159"]);
    for index in [-1, 7] {
        let index = indices(I32, &[4], &[0, index, 3, 1]);
        let message = refused(
            "aclnnDequantRopeQuantKvcache",
            dequantised().swap_remove(0),
            5,
            index,
        );
        check(message, &["`indices`", "0 to 6"]);
    }
    for index in [-1, 8] {
        let index = indices(I32, &[3], &[0, index, 3]);
        let message = refused(
            "aclnnInplaceQuantScatter",
            updates().swap_remove(0),
            1,
            index,
        );
        check(message, &["`indices`", "0 to 7"]);
    }
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
