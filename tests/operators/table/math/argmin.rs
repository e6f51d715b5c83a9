//! The row of `aclnnArgMin`.

use hostnpu::tensor::Dtype;

use crate::reference::reductions;
use crate::table::Row;
use crate::table::shared::math::extremes::index;
use crate::table::shared::math::reductions::REDUCES;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnArgMin", index)
            .accepts(&[
                ("self", "f32 f16 f64 i8 i16 i32 i64 u8 | 910B 950: + bf16"),
                ("out", "i32 i64"),
            ])
            .computes(|_| Some(Dtype::I64))
            .whole(reductions::arg_min)
            .holds(REDUCES),
    ]
}
