//! The rows of `aclnnDequantSwigluQuant` and `aclnnDequantSwigluQuantV2`.

use crate::reference::fused_quantisers as reference;
use crate::table::Row;
use crate::table::shared::quant::fused::BY_CODE;
use crate::table::shared::quant::fused::dequant::dequant_samples;

const SUMS: &[(&str, &str)] = &[
    ("x", "| 910B: i32 bf16 | 950: i32 bf16 f16"),
    ("weightScaleOptional", "f32"),
    ("activationScaleOptional", "f32"),
    ("biasOptional", "f32 f16 bf16 i32"),
    ("quantScaleOptional", "f32 f16"),
    ("quantOffsetOptional", "f32 f16"),
    ("groupIndexOptional", "i32 i64"),
    ("yOut", "| 910B 950: i8"),
    ("scaleOut", "f32"),
];
const OF_SUMS: (&str, &str) = (
    "dtypes x",
    "INT32 alone goes with factors: each type is a sample",
);

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDequantSwigluQuant", || dequant_samples(false))
            .accepts(SUMS)
            .bits(reference::dequant_swiglu_quant)
            .except(&[OF_SUMS]),
        Row::new("aclnnDequantSwigluQuantV2", || dequant_samples(true))
            .accepts(SUMS)
            .bits(reference::dequant_swiglu_quant)
            .except(&[OF_SUMS, BY_CODE]),
    ]
}
