//! The row of `aclnnGroupQuant`.

use crate::reference::quantisers;
use crate::table::shared::quant::given::{BY_CODE, grouped_samples};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGroupQuant", grouped_samples)
            .accepts(&[
                ("x", "| 910B 950: f32 f16 bf16"),
                ("scale", "| 910B 950: f32 f16 bf16"),
                ("groupIndex", "| 910B 950: i32 i64"),
                ("offsetOptional", "as scale"),
                ("y", "| 910B 950: i8 i32 i4"),
            ])
            .bits(quantisers::group_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(BY_CODE),
    ]
}
