//! The row of `aclnnInplaceCopy`.

use crate::reference::arithmetic;
use crate::table::{BROADCAST, ELEMENTWISE, Row, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplaceCopy", samples::copy)
            .accepts(&[
                (
                    "selfRef",
                    "f16 f32 f64 i8 u8 i16 i32 i64 u16 u32 u64 bool c64 c128 bf16 e5m2 e4m3 hif8",
                ),
                (
                    "src",
                    "f16 f32 f64 i8 u8 i16 i32 i64 u16 u32 u64 bool c64 c128 bf16 e5m2 e4m3 hif8",
                ),
            ])
            .computes(|arguments| arguments["selfRef"].dtype())
            .elements(arithmetic::copied)
            .holds(ELEMENTWISE | BROADCAST)
            .except(&[
                (
                    "dtypes selfRef",
                    "types of few bits: tests of their own (casts)",
                ),
                (
                    "dtypes src",
                    "types of few bits: tests of their own (casts)",
                ),
                ("shapes selfRef", "a row of `src` broadcasts"),
            ]),
    ]
}
