//! The row of `aclnnAscendAntiQuant`.

use crate::reference::quantisers;
use crate::table::shared::quant::given::anti_samples;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAscendAntiQuant", anti_samples)
            .accepts(&[
                (
                    "x",
                    "i8 | 910B: i8 i4 i32 | 950: i8 i4 i32 hif8 e5m2 e4m3 | 910:",
                ),
                ("scale", "f32 | 910B 950: + bf16 | 910:"),
                ("offset", "as scale"),
                ("y", "f16 | 910B 950: + bf16 | 910:"),
            ])
            .bits(quantisers::anti_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[
                (
                    "dtypes y",
                    "its code must be dstType: each type is a sample",
                ),
                ("dtypes x", "INT32 has another shape: each type is a sample"),
            ]),
    ]
}
