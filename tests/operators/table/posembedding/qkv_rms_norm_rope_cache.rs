//! The row of `aclnnQkvRmsNormRopeCache`.

use crate::reference::fused_caches as reference;
use crate::table::Row;
use crate::table::shared::fused_caches::SINCE_910B;
use crate::table::shared::fused_caches::samples::qkv_rows;

pub fn rows() -> Vec<Row> {
    vec![
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
    ]
}
