//! The rows of `aclnnAscendQuant` and `aclnnAscendQuantV3`.

use crate::reference::quantisers;
use crate::table::shared::quant::given::{BY_CODE, ascend_samples};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAscendQuant", || ascend_samples(false))
            .accepts(&[
                ("x", "f32 f16 | 910B 950: f32 f16 bf16 | 910:"),
                ("scale", "as x"),
                ("offset", "as x"),
                (
                    "y",
                    "i8 | 910B: i8 i4 i32 | 950: i8 i4 i32 hif8 e5m2 e4m3 | 910:",
                ),
            ])
            .bits(quantisers::ascend_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(BY_CODE),
        Row::new("aclnnAscendQuantV3", || ascend_samples(true))
            .accepts(&[
                ("x", "f32 f16 | 910B 950: f32 f16 bf16 | 910:"),
                ("scale", "as x"),
                ("offset", "as x"),
                (
                    "y",
                    "i8 | 910B: i8 i4 i32 | 950: i8 i4 i32 hif8 e5m2 e4m3 | 910:",
                ),
            ])
            .bits(quantisers::ascend_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(BY_CODE),
    ]
}
