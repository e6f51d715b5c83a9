//! The row of `aclnnQuantize`.

use crate::reference::quantisers;
use crate::table::shared::quant::given::quantize_samples;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantize", quantize_samples)
            .accepts(&[
                ("x", "f32 f16 | 910B 950: + bf16 | 910:"),
                ("scales", "f32 f16 | 910:"),
                ("zeroPoints", "i8 u8 i32 | 950: + f32 | 910:"),
                ("out", "i8 u8 i32 | 950: + hif8 e4m3 e5m2 | 910:"),
            ])
            .bits(quantisers::quantize)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[(
                "dtypes out",
                "its type must be that of dtype: each type is a sample",
            )]),
    ]
}
