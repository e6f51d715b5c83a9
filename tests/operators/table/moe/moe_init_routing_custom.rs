//! The row of `aclnnMoeInitRoutingCustom`.

use crate::reference::moe;
use crate::table::shared::moe::routing::BLOCKS;
use crate::table::shared::moe::versions::v3_samples;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeInitRoutingCustom", v3_samples)
            .accepts(&[
                (
                    "x",
                    "none | 910B: f16 bf16 f32 i8 | 950: f16 bf16 f32 i8 hif8 e5m2 e4m3 e2m1",
                ),
                ("expertIdx", "i32"),
                ("scaleOptional", "f32 | 950: + e8m0"),
                ("offsetOptional", "f32"),
                ("expandedXOut", "as x"),
                ("expandedRowIdxOut", "i32"),
                ("expertTokensCountOrCumsumOut", "i64"),
                ("expandedScaleOut", "as scaleOptional"),
            ])
            .bits(moe::init_v3)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(BLOCKS),
    ]
}
