//! The row of `aclnnArgMax`.

use hostnpu::tensor::Dtype;

use crate::reference::reductions;
use crate::table::shared::math::extremes::index;
use crate::table::shared::math::reductions::REDUCES;
use crate::table::{EMPTY, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnArgMax", index)
            .accepts(&[
                (
                    "self",
                    "f32 f16 f64 i8 i16 i32 i64 u8 | 910B 950: + bf16 | 950: + u16",
                ),
                ("out", "i32 i64"),
            ])
            .computes(|_| Some(Dtype::I64))
            .whole(reductions::arg_max)
            .holds(REDUCES | EMPTY)
            .except(&[(
                "dtypes out",
                "others give 561103 on Ascend950, elsewhere a cast",
            )]),
    ]
}
