//! The row of `aclnnReduceNansum`.

use crate::reference::reductions;
use crate::table::shared::math::reductions::{
    REDUCES, SHORT, SUMS, of_type, over_axes, typed, with_specials,
};
use crate::table::{EMPTY, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnReduceNansum", || {
            over_axes(&SHORT, with_specials, typed)
        })
        .accepts(&[
            (
                "self",
                "none | 910B: f32 f16 bf16 i8 i16 i32 i64 u8 bool | 950: f32 f16 bf16",
            ),
            ("out", "as dtype"),
        ])
        .computes(of_type)
        .whole(reductions::nan_sum)
        .accuracy(SUMS)
        .holds(REDUCES | EMPTY),
    ]
}
