//! The row of `aclnnStatelessBernoulli`.

use crate::reference::draws;
use crate::table::Row;
use crate::table::shared::draws::samples::of_shape;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnStatelessBernoulli", of_shape)
            .accepts(&[
                ("prob", "none | 950: f16 f32 bf16"),
                (
                    "yOut",
                    "none | 950: i8 u8 i16 u16 i32 u32 i64 u64 bool f16 f32 bf16",
                ),
            ])
            .computes(|arguments| arguments["yOut"].dtype())
            .whole(draws::of_shape),
    ]
}
