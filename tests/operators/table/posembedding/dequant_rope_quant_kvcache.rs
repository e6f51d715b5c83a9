//! The row of `aclnnDequantRopeQuantKvcache`.

use crate::reference::fused_caches as reference;
use crate::table::Row;
use crate::table::shared::fused_caches::SINCE_910B;
use crate::table::shared::fused_caches::samples::dequantised;

pub fn rows() -> Vec<Row> {
    vec![
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
    ]
}
