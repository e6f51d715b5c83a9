//! The row of `aclnnCast`.

use crate::reference::arithmetic;
use crate::table::{ELEMENTWISE, Row, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnCast", samples::cast)
            .accepts(&[
                (
                    "self",
                    "f16 f32 f64 i8 u8 i16 i32 i64 u16 u32 u64 bool c64 c128 | 910B: + bf16 | 950: + bf16 hif8 e5m2 e4m3 c32",
                ),
                ("out", "as dtype"),
            ])
            .computes(|arguments| arguments["out"].dtype())
            .elements(arithmetic::cast)
            .holds(ELEMENTWISE)
            .except(&[
                ("dtypes out", "another type than `dtype` gives 561103"),
                (
                    "dtypes self",
                    "types of few bits: every code and every rounding is a test of its own (casts)",
                ),
            ]),
    ]
}
